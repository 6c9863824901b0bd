// Trains in a worker of its own, without shared memory. The page sends what is wanted, the worker answers with lines
// (src/model/training_report.h) and files; jobs.js is the other end.
//
//   to the worker:   {type: 'begin', options, text, checkpoint?, program?}   all but the options as Uint8Array; the
//                                         program (trainer.wasm) only where there is no file to fetch it from
//                    {type: 'want', want: 'run' | 'pause' | 'stop'}
//                    {type: 'checkpoint'}
//   from the worker: {lines}              lines of a report
//                    {file, bytes}        'model' at measurements and ends, 'checkpoint' when asked for and at ends
/* global importScripts, createTrainer */
'use strict';

/** Longest stretch of work before messages are looked at, and shortest time between two reports, in ms. */
const SLICE = 40;
const REPORT_GAP = 200;

let trainer = null;
let wanted = 'pause';
let running = false;
/** A checkpoint was asked for before the trainer was there. */
let asked = false;
let more = true;
/** Time spent on iterations, for the pace: of late, so that it follows a machine that gets busy. */
let spent = 0;
let counted = 0;
let reportedAt = 0;

const number = (name, ...args) => trainer.ccall(name, 'number', args.map(() => 'number'), args);
const words = (name) => trainer.ccall(name, 'string', [], []);

/** Calls a function of the trainer with bytes that live as long as the call. */
function withBytes(bytes, use) {
  const at = trainer._malloc(Math.max(1, bytes.length));
  if (at === 0) throw new Error('There is not enough memory for this text.');
  trainer.HEAPU8.set(bytes, at);
  try {
    return use(at, bytes.length);
  } finally {
    trainer._free(at);
  }
}

function sendFile(kind) {
  const at = number('trainer_file', kind === 'checkpoint' ? 1 : 0);
  const bytes = trainer.HEAPU8.slice(at, at + number('trainer_size'));
  postMessage({ file: kind, bytes }, [bytes.buffer]);
}

/** @param {string} state "" when only figures are new */
function report(state) {
  let lines = words('trainer_report');
  if (counted > 0) lines += `pace ${spent / counted}\n`;
  // The run has said so itself: its loss is no number, and neither are its weights.
  if (/^state failed$/m.test(lines)) {
    trainer = null;
    postMessage({ lines });
    return;
  }
  const measured = lines.startsWith('point ') || lines.includes('\npoint ');
  if (measured || state) sendFile('model');
  if (state === 'paused' || state === 'stopped' || state === 'done') sendFile('checkpoint');
  postMessage({ lines: lines + (state ? `state ${state}\n` : '') });
  reportedAt = performance.now();
}

/** Back to the queue of messages, without the pause that timers have. */
const channel = new MessageChannel();
const soon = () => channel.port2.postMessage(null);
channel.port1.onmessage = slice;

function slice() {
  if (!running) return;
  if (wanted !== 'run') {
    running = false;
    report(wanted === 'stop' ? 'stopped' : 'paused');
    return;
  }
  const begun = performance.now();
  let now = begun;
  do {
    more = number('trainer_step') !== 0;
    const end = performance.now();
    spent = spent * 0.98 + (end - now);
    counted = counted * 0.98 + 1;
    now = end;
  } while (more && now - begun < SLICE);
  if (!more) {
    running = false;
    report('done');
    return;
  }
  if (now - reportedAt > REPORT_GAP) report('');
  soon();
}

async function begin({ options, text, checkpoint, program }) {
  if (!program) importScripts('trainer.js');
  trainer = await createTrainer(program ? { wasmBinary: program } : {});
  let wrong = withBytes(text, (at, size) => trainer.ccall('trainer_begin', 'string', ['string', 'number', 'number'], [options, at, size]));
  if (!wrong && checkpoint) wrong = withBytes(checkpoint, (at, size) => trainer.ccall('trainer_resume', 'string', ['number', 'number'], [at, size]));
  if (wrong) {
    trainer = null;
    postMessage({ lines: `error ${wrong}\nstate failed\n` });
    return;
  }
  if (asked) sendFile('checkpoint');
  asked = false;
  follow();
}

/** Starts, or says at once that nothing runs. */
function follow() {
  if (!trainer || running || !more) return;
  if (wanted === 'run' && more) {
    running = true;
    report('running');
    soon();
  } else if (wanted !== 'run') {
    report(wanted === 'stop' ? 'stopped' : 'paused');
  }
}

onmessage = ({ data }) => {
  if (data.type === 'begin') {
    begin(data).catch((error) => postMessage({ lines: `error The trainer could not be started: ${String(error?.message ?? error).split('\n')[0].replace(/\.$/, '')}.\nstate failed\n` }));
  } else if (data.type === 'want') {
    wanted = data.want;
    follow();
  } else if (data.type === 'checkpoint') {
    if (trainer) sendFile('checkpoint');
    else asked = true;
  }
};
