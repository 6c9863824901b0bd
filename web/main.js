// Starts the page: checks the browser, loads the program, connects everything around the canvas.
import { makeApi } from './api.js';
import { connect } from './bridge.js';
import { missing } from './checks.js';
import { copy } from './clipboard.js';
import { surviveContextLoss } from './context.js';
import { applyTo, LEVELS, listOf, shownBy, sleepOffScreen, unknown, unread, wanted } from './embed.js';
import { obeyParent } from './embed_commands.js';
import { shareHand } from './embed_hand.js';
import { followJobs } from './jobs.js';
import { beginLanguage, chooseLanguage, onLanguage } from './language.js';
import { connectKeyboard } from './keyboard.js';
import { acceptDrops, chooseFile, fetchFile, saveFile } from './files.js';
import { fragment, keepLink } from './link.js';
import { LoadError, loadProgram } from './load.js';
import { fail, hideCover, linkProblems, status } from './messages.js';
import { keepForOffline } from './offline.js';
import { showLesson } from './packed_lesson.js';
import { followPreferences } from './preferences.js';
import { followRoom } from './room.js';
import { openShare } from './share.js';
import { openTake } from './take.js';
import { makeTwin } from './twin.js';
import { wakeOnEvents } from './wake.js';

/** The page follows the state at most so often, in ms. */
const SYNC_GAP = 100;

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** Calls `work` soon, and not more often than every `gap` ms. @param {() => void} work @param {number} gap */
function paced(work, gap) {
  let timer = 0;
  let last = -Infinity;
  const run = () => {
    clearTimeout(timer);
    timer = 0;
    last = performance.now();
    work();
  };
  const soon = () => { if (!timer) timer = window.setTimeout(run, Math.max(0, last + gap - performance.now())); };
  return { soon, run, waits: () => timer !== 0 };
}

async function start() {
  if (await showLesson()) return;
  const lacking = missing();
  if (lacking.length > 0) {
    fail(lacking);
    return;
  }
  const speech = beginLanguage();
  const canvas = byId('canvas');
  const embed = wanted();
  if (embed) document.documentElement.classList.add('embed');
  // The program may call these before the page is connected to it. A problem then means that it cannot run at all;
  // the link is opened below, where its problems come back as a list.
  /** @type {string[]} */
  const early = [];
  let onState = () => {};
  let wantText = (/** @type {boolean} */ _on) => {};
  let problem = (/** @type {string} */ text) => { early.push(text); };
  /** @type {import('./bridge.js').Lab|undefined} */
  let door;
  let fetching = 0;
  const module = await loadProgram({
    canvas,
    labHost: {
      initialLink: '',
      onState: () => onState(),
      wantText: (/** @type {boolean} */ on) => wantText(Boolean(on)),
      copy,
      problem: (/** @type {string} */ text) => problem(text),
      fetchFile: (/** @type {string} */ name) => {
        if (!door) return;
        fetching++;
        void fetchFile(door, name).finally(() => { fetching--; });
      },
      openFile: () => { if (door) chooseFile(door); },
      saveFile,
      language: (/** @type {string} */ code) => { void chooseLanguage(code).then(status); },
      // A tab of its own: what runs here goes on. The address is the link's, which the one-file edition has of its own.
      lessons: () => { window.open(byId('lessons-link').href, '_blank', 'noopener'); },
      share: () => { if (door) openShare(door); },
      take: () => { if (door) openTake(door); },
    },
  });

  if (early.length > 0) throw new LoadError(early);

  const lab = connect(module);
  door = lab;
  (await speech)(lab);
  if (embed) applyTo(lab, embed);
  // A file brings parameters of its own, which a page that locks some does not want.
  if (!embed || (embed.level !== 'picture' && !embed.locked)) acceptDrops(lab);
  const jobs = followJobs(lab, status);
  const problems = lab.openLink(fragment());
  const keyboard = connectKeyboard(lab, canvas, byId('kbd'));
  wakeOnEvents(lab, canvas);
  followRoom(lab, byId('safe-area'));
  surviveContextLoss(lab, canvas);
  const followTheme = followPreferences(lab, embed);
  const twin = makeTwin(lab, { panel: byId('twin'), toggle: byId('panel-toggle'), voice: byId('live'), title: byId('title') },
    embed ? shownBy(embed) : undefined);
  onLanguage(() => twin.renew());
  const link = keepLink(lab, linkProblems);

  /** @type {ReturnType<typeof obeyParent>|undefined} */
  let parent;
  const sync = paced(() => {
    const state = twin.sync();
    followTheme(state);
    // The address of an embed is its page's.
    if (!embed) link.changed(state);
    parent?.changed(state);
    jobs.sync();
  }, SYNC_GAP);
  onState = sync.soon;
  wantText = (on) => keyboard.wantText(on);
  problem = status;

  window.attentionLab = makeApi(lab, { refresh: sync.run, resting: () => lab.resting() && fetching === 0 && !sync.waits() });
  if (embed) {
    parent = obeyParent(lab, window.attentionLab, canvas, embed, {
      /** Other controls, without starting anew. @param {string} level @param {string|string[]|null} controls @param {string|string[]} locked */
      show(level, controls, locked) {
        const refusal = unknown('level', String(level), LEVELS);
        if (refusal) throw new Error(refusal);
        const choice = { ...embed, level, controls: controls == null ? null : listOf(controls), locked: listOf(locked) };
        linkProblems(unread(choice, lab.schema(), ''));
        applyTo(lab, choice);
        twin.show(shownBy(choice));
      },
    });
    shareHand(canvas, byId('kbd'), (on) => parent?.say({ event: 'active', on }));
  }
  sync.run();
  linkProblems(embed ? [...unread(embed, lab.schema()), ...problems] : problems);
  lab.wake();
  hideCover();
  if (embed) {
    sleepOffScreen(lab);
    parent?.ready();
  } else {
    void keepForOffline();
  }
}

start().catch((error) => {
  console.error(error);
  fail(error instanceof LoadError ? error.sentences : [
    'The lab could not be started.', String(error?.message ?? error)]);
});
