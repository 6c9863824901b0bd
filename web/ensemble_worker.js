// Runs a part of an ensemble of chains in a worker of its own. jobs.js is the other end.
//
//   to the worker:   {type: 'begin', options, program?}  options as in src/core/exit_ensemble.h; the program (ensemble.wasm)
//                                                       only where there is no file to fetch it from
//                    {type: 'want', want: 'run' | 'pause'}
//   from the worker: {lines}                             runs that ended; a last line says how it stands
/* global importScripts, createEnsemble */
'use strict';

/** Longest stretch of work before messages are looked at, and shortest time between two reports, in ms. */
const SLICE = 40;
const REPORT_GAP = 150;
/** Steps or jumps between two looks at the clock. */
const PORTION = 500;

let ensemble = null;
let wanted = 'pause';
let running = false;
let reportedAt = 0;

const lines = () => ensemble.ccall('ensemble_lines', 'string', [], []);

/** Back to the queue of messages, without the pause that timers have. */
const channel = new MessageChannel();
const soon = () => channel.port2.postMessage(null);
channel.port1.onmessage = slice;

function slice() {
  if (!running) return;
  if (wanted !== 'run') {
    running = false;
    postMessage({ lines: `${lines()}state paused\n` });
    return;
  }
  const begun = performance.now();
  let more = true;
  let now = begun;
  while (more && now - begun < SLICE) {
    more = ensemble.ccall('ensemble_advance', 'number', ['number'], [PORTION]) !== 0;
    now = performance.now();
  }
  if (!more) {
    running = false;
    postMessage({ lines: `${lines()}state done\n` });
    ensemble = null;
    return;
  }
  if (now - reportedAt > REPORT_GAP) {
    postMessage({ lines: `${lines()}state running\n` });
    reportedAt = now;
  }
  soon();
}

function follow() {
  if (!ensemble || running || wanted !== 'run') return;
  running = true;
  soon();
}

async function begin({ options, program }) {
  if (!program) importScripts('ensemble.js');
  const loaded = await createEnsemble(program ? { wasmBinary: program } : {});
  const wrong = loaded.ccall('ensemble_begin', 'string', ['string'], [options]);
  if (wrong) {
    postMessage({ lines: `error ${wrong}\nstate failed\n` });
    return;
  }
  ensemble = loaded;
  follow();
}

onmessage = ({ data }) => {
  if (data.type === 'begin') {
    begin(data).catch((error) => postMessage({ lines: `error The ensemble could not be started: ${String(error?.message ?? error).split('\n')[0].replace(/\.$/, '')}.\nstate failed\n` }));
  } else if (data.type === 'want') {
    wanted = data.want;
    follow();
  }
};
