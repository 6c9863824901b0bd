// A run as a film: each step is drawn from the vector picture and encoded. Where the browser has an encoder for
// single pictures, the film is made as fast as it goes and every picture has its exact time; else it is recorded at
// the film's own pace.
import { counted } from './counted.js';
import { MOST_FILM_SIDE, imageOf, wrongSize } from './take_picture.js';
import { webm } from './webm.js';

/**
 * @typedef {import('./bridge.js').Lab} Lab
 * @typedef {import('./take_picture.js').Choice & {from: number, to: number, every: number, perSecond: number}} FilmChoice
 * @typedef {{next: () => Promise<HTMLImageElement>, count: number, width: number, height: number, perSecond: number}} Reel
 */

export const MOST_PICTURES = 3000;
export const MOST_PER_SECOND = 60;
/** Each so many pictures one that stands for itself, where players can begin. */
const KEY_GAP = 50;
/** The encoder has at most so many pictures waiting. */
const QUEUE = 4;

/** @type {[string, 'V_VP8'|'V_VP9'][]} */
const CODECS = [['vp09.00.51.08', 'V_VP9'], ['vp8', 'V_VP8']];
const RECORDED = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];

/** Bits a second: lines and letters must stay sharp. @param {{width: number, height: number, perSecond: number}} reel */
const bitrate = ({ width, height, perSecond }) => Math.round(Math.min(40e6, Math.max(2e6, width * height * 0.25 * Math.min(30, perSecond))));

const cancelled = () => new Error('The film was given up.');

/** Which film the browser can make: its ending; "" for none. */
export function filmKind() {
  if (typeof VideoEncoder === 'function') return 'webm';
  const type = recordedType();
  return type.startsWith('video/mp4') ? 'mp4' : type && 'webm';
}

function recordedType() {
  if (typeof MediaRecorder !== 'function' || !HTMLCanvasElement.prototype.captureStream) return '';
  return RECORDED.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
}

/** @param {FilmChoice} choice @param {number} horizon @returns {string} "" or what is wrong, in one sentence */
export function wrongFilm({ from, to, every, perSecond, width, height }, horizon) {
  const size = wrongSize(width, height, MOST_FILM_SIDE);
  if (size) return size;
  if (![from, to].every((k) => Number.isInteger(k) && k >= 0 && k <= horizon) || from > to) {
    return `The steps of the film are whole numbers from 0 to ${counted(horizon)}, the first not above the last.`;
  }
  if (!Number.isInteger(every) || every < 1) return 'Every so-and-so-many-th step is a whole number from 1 on.';
  if (!(perSecond >= 0.5 && perSecond <= MOST_PER_SECOND)) return `Pictures a second lie between 0.5 and ${MOST_PER_SECOND}.`;
  const count = Math.floor((to - from) / every) + 1;
  if (count > MOST_PICTURES) return `That would be ${counted(count)} pictures; a film has at most ${counted(MOST_PICTURES)}. Take every so-and-so-many-th step.`;
  return '';
}

/** @param {Lab} lab @param {number} k */
function goTo(lab, k) {
  const wrong = lab.transport('scrub', k);
  if (wrong) throw new Error(wrong);
  const { step } = lab.state();
  if (step !== k) throw new Error(`The run has come to step ${step} so far; the film can go no further than that.`);
}

/** @param {HTMLCanvasElement} canvas @param {Reel} reel */
function screen(canvas, { width, height }) {
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new Error('The browser has no memory for a film of this size.');
  return (/** @type {HTMLImageElement} */ image) => pen.drawImage(image, 0, 0, width, height);
}

/** @param {Reel} reel @returns {Promise<[VideoEncoderConfig, 'V_VP8'|'V_VP9']|null>} */
async function encoderFor(reel) {
  if (typeof VideoEncoder !== 'function') return null;
  for (const [codec, name] of CODECS) {
    const config = /** @type {VideoEncoderConfig} */ ({ codec, width: reel.width, height: reel.height, bitrate: bitrate(reel), framerate: reel.perSecond, latencyMode: 'quality' });
    const known = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (known?.supported) return [config, name];
  }
  return null;
}

/** @param {Reel} reel @param {[VideoEncoderConfig, 'V_VP8'|'V_VP9']} how @param {(done: number) => void} progress */
async function encoded(reel, [config, codec], progress) {
  const canvas = document.createElement('canvas');
  const show = screen(canvas, reel);
  /** @type {import('./webm.js').Picture[]} */
  const pictures = [];
  let failure = /** @type {Error|null} */ (null);
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ bytes, key: chunk.type === 'key' });
    },
    error: (error) => { failure = error; },
  });
  try {
    encoder.configure(config);
    for (let i = 0; i < reel.count; i++) {
      show(await reel.next());
      const frame = new VideoFrame(canvas, { timestamp: Math.round(1e6 * i / reel.perSecond), duration: Math.round(1e6 / reel.perSecond) });
      encoder.encode(frame, { keyFrame: i % KEY_GAP === 0 });
      frame.close();
      while (encoder.encodeQueueSize > QUEUE && !failure) await new Promise((done) => { setTimeout(done, 5); });
      if (failure) throw failure;
      progress(i + 1);
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (pictures.length !== reel.count) throw new Error(`The browser encoded ${pictures.length} of ${reel.count} pictures.`);
  return webm({ codec, width: reel.width, height: reel.height, perSecond: reel.perSecond }, pictures);
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** @param {Reel} reel @param {(done: number) => void} progress */
async function recorded(reel, progress) {
  const canvas = document.createElement('canvas');
  const show = screen(canvas, reel);
  let image = await reel.next();
  show(image);
  const stream = canvas.captureStream(0);
  const track = /** @type {any} */ (stream.getVideoTracks()[0]);
  // Firefox has it at the stream.
  const shoot = () => (track.requestFrame ? track : /** @type {any} */ (stream)).requestFrame();
  const mimeType = recordedType();
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: bitrate(reel) });
  /** @type {Blob[]} */
  const pieces = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((done, failed) => {
    recorder.onstop = done;
    recorder.onerror = () => failed(new Error('The browser could not record the film.'));
  });
  try {
    recorder.start();
    for (let i = 0; i < reel.count; i++) {
      const due = performance.now() + 1000 / reel.perSecond;
      show(image);
      shoot();
      progress(i + 1);
      if (i + 1 < reel.count) image = await reel.next();
      await pause(Math.max(0, due - performance.now()));
    }
    // The last picture's time ends with a picture.
    shoot();
    await pause(60);
  } finally {
    recorder.stop();
    track.stop();
  }
  await stopped;
  return new Blob(pieces, { type: mimeType.split(';')[0] });
}

/**
 * The run comes back to the step where it was, whatever happens.
 * @param {Lab} lab
 * @param {FilmChoice} choice
 * @param {{progress: (done: number, all: number) => void, signal: AbortSignal}} watch
 * @returns {Promise<Blob>}
 */
export async function filmOf(lab, choice, { progress, signal }) {
  const { from, to, every } = choice;
  // Encoders take even sides only.
  const [width, height] = [choice.width, choice.height].map((side) => side - side % 2);
  const { slug, step, playing, theme = '' } = lab.state();
  const count = Math.floor((to - from) / every) + 1;
  let k = from;
  const next = async () => {
    // By Back another experiment may have come under it.
    if (signal.aborted || lab.state().slug !== slug) throw cancelled();
    goTo(lab, k);
    k += every;
    return imageOf(lab, { ...choice, width, height, theme: choice.theme || theme });
  };
  const reel = { next, count, width, height, perSecond: choice.perSecond };
  lab.transport('pause');
  try {
    const how = await encoderFor(reel);
    if (!how && !recordedType()) throw new Error('This browser cannot make films. Pictures of single steps can be saved.');
    const told = (/** @type {number} */ done) => progress(done, count);
    return how ? await encoded(reel, how, told) : await recorded(reel, told);
  } finally {
    if (lab.state().slug === slug) {
      lab.transport('scrub', step);
      if (playing) lab.transport('play');
    }
  }
}
