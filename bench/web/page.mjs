// Ours and ONNX Runtime Web in one page, each on its one thread. browser.mjs calls what is put into window.bench.
import * as ort from './ort.wasm.min.mjs';
import createOurs from './lab-bench-web.mjs';

const N = 64;
const V = 66;
const BATCH = 64;

ort.env.wasm.numThreads = 1;
ort.env.wasm.proxy = false;
ort.env.wasm.wasmPaths = new URL('./', import.meta.url).href;

const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());

/** Median time of one call, as bench/timing.h takes it: lots of at least 1 ms, for 0.3 s, at least five. */
async function medianMs(work) {
  const timed = async (calls) => {
    const start = performance.now();
    for (let i = 0; i < calls; ++i) await work();
    return performance.now() - start;
  };
  await work();
  let calls = 1;
  while (await timed(calls) < 1) calls *= 2;
  const times = [];
  for (let total = 0; times.length < 5 || total < 300; total += times.at(-1)) times.push(await timed(calls));
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] / calls;
}

const tensor = (tokens, rows) => new ort.Tensor('int64', BigInt64Array.from(tokens, BigInt), [rows, N]);
const randomTokens = (count) => Array.from({ length: count }, () => 1 + Math.floor(Math.random() * (V - 1)));

/** softmax(logits / 0.8) at the last position, and a draw. */
function draw(logits) {
  const p = logits.slice((N - 1) * V, N * V);
  const highest = Math.max(...p);
  let total = 0;
  for (let i = 0; i < V; ++i) total += p[i] = Math.exp((p[i] - highest) / 0.8);
  let left = Math.random() * total;
  for (let i = 0; i < V - 1; ++i) {
    left -= p[i];
    if (left < 0) return i;
  }
  return V - 1;
}

async function ortMeasure(session, what) {
  if (what !== 'write') {
    const rows = what === 'batch' ? BATCH : 1;
    const feeds = { tokens: tensor(randomTokens(rows * N), rows) };
    return medianMs(() => session.run(feeds));
  }
  const text = randomTokens(N);
  return medianMs(async () => {
    const output = await session.run({ tokens: tensor([...text.slice(-(N - 1)), 0], 1) });
    text.push(draw(output.logits.data));
  });
}

async function start() {
  const ours = await createOurs();
  const weights = await bytes('weights.safetensors');
  const at = ours._malloc(weights.length);
  ours.HEAPU8.set(weights, at);
  if (!ours._bench_load(at, weights.length)) throw new Error('the weights cannot be read');
  ours._free(at);
  const sessions = {};
  for (const kind of ['float', 'int8']) {
    sessions[kind] = await ort.InferenceSession.create(await bytes(`${kind}.onnx`), { executionProviders: ['wasm'] });
  }
  const split = (what) => [what.replace('-int8', ''), what.endsWith('-int8') ? 'int8' : 'float'];
  return {
    async measure(side, what) {
      if (side === 'ours') return ours.ccall('bench_measure', 'number', ['string'], [what]);
      const [name, kind] = split(what);
      return ortMeasure(sessions[kind], name);
    },
    async logits(side, kind) {
      if (side !== 'ours') {
        const tokens = Array.from({ length: N }, (_, i) => (7 * i + 3) % V);
        return [...(await sessions[kind].run({ tokens: tensor(tokens, 1) })).logits.data];
      }
      const first = ours._bench_logits(kind === 'int8' ? 1 : 0) / 4;
      return [...ours.HEAPF32.slice(first, first + ours._bench_logit_count())];
    },
  };
}

window.benchReady = start().then((bench) => { window.bench = bench; });
