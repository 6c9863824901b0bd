// Long work in workers. The program says which jobs are wanted (lab.jobs()); here the workers are brought in line with
// that: started, held, asked, and ended when their job is told no more. No memory is shared, so no special headers.

import { openWorker } from './packed.js';

/** @typedef {{files: [string, string, string], name: string, next: string}} Kind */
/**
 * What does a job of this kind: script, the library it imports, its program. What it is called in a sentence, and what the
 * reader does when it must run in the page.
 */
const KINDS = /** @type {Record<string, Kind>} */ ({
  train: { files: ['train_worker.js', 'trainer.js', 'trainer.wasm'], name: 'training', next: ' Press Start again.' },
  ensemble: { files: ['ensemble_worker.js', 'ensemble.js', 'ensemble.wasm'], name: 'ensemble', next: '' },
});

/**
 * @param {import('./bridge.js').Lab} lab
 * @param {(sentence: string) => void} say
 */
export function followJobs(lab, say) {
  /** @type {Map<string, {worker: Worker, kind: string, want: string, asks: number, spoke: boolean}>} */
  const running = new Map();
  let allowed = typeof Worker === 'function';
  const encoder = new TextEncoder();

  const refuse = (/** @type {string} */ kind) => {
    if (!allowed) return;
    allowed = false;
    for (const { worker } of running.values()) worker.terminate();
    running.clear();
    lab.setWorkers(false);
    say(`This browser starts no workers here, so the ${KINDS[kind].name} runs in the page itself and the picture is less smooth.${KINDS[kind].next}`);
  };

  const hear = (/** @type {string} */ id, /** @type {any} */ data) => {
    const job = running.get(id);
    if (!job) return;
    job.spoke = true;
    if (data.lines !== undefined) {
      lab.jobReport(id, encoder.encode(data.lines));
    } else {
      const head = encoder.encode(`${data.file}\n`);
      const bytes = new Uint8Array(head.length + data.bytes.length);
      bytes.set(head);
      bytes.set(data.bytes, head.length);
      lab.jobReport(id, bytes);
    }
  };

  const start = (/** @type {import('./bridge.js').Job} */ job) => {
    let opened;
    try {
      opened = openWorker(...KINDS[job.kind].files);
    } catch {
      refuse(job.kind);  // an opaque origin: a sandboxed frame
      return;
    }
    const { worker, program } = opened;
    running.set(job.id, { worker, kind: job.kind, want: '', asks: 0, spoke: false });
    worker.onmessage = ({ data }) => hear(job.id, data);
    worker.onerror = (event) => {
      event.preventDefault();
      const known = running.get(job.id);
      if (!known) return;
      if (!known.spoke) refuse(known.kind);
      else hear(job.id, { lines: `error The ${KINDS[known.kind].name} broke off: ${String(event.message).split('\n')[0]}.\nstate failed\n` });
    };
    const text = lab.jobInput(job.id, 'text');
    const checkpoint = lab.jobInput(job.id, 'checkpoint');
    void program.then((bytes) => {
      worker.postMessage({ type: 'begin', options: job.options, text, checkpoint: checkpoint.length > 0 ? checkpoint : null, program: bytes },
        [text.buffer, checkpoint.buffer]);
    });
  };

  lab.setWorkers(allowed);
  return {
    sync() {
      if (!allowed) return;
      const wanted = lab.jobs();
      const ids = new Set(wanted.map(({ id }) => id));
      for (const [id, { worker }] of running) {
        if (ids.has(id)) continue;
        worker.terminate();
        running.delete(id);
      }
      for (const job of wanted) {
        if (!running.has(job.id)) start(job);
        const known = running.get(job.id);
        if (!known) return;
        if (known.want !== job.want) known.worker.postMessage({ type: 'want', want: job.want });
        known.want = job.want;
        if (known.asks < job.asks) known.worker.postMessage({ type: 'checkpoint' });
        known.asks = job.asks;
      }
    },
  };
}
