// A right answer and wrong ones, with the hint each of them should get, for everything that the lessons ask.
// Tested twice: against the command line (tools/tests/lessons.test.mjs) and in the browsers (tests/browser/lessons.test.mjs).

/** `texts` go into the fields, `set` into the scene. @typedef {{texts?: Record<string, string>, set?: Record<string, string>}} Try */
const say = (/** @type {string} */ answer) => ({ texts: { answer } });
const at = (/** @type {string} */ x, /** @type {string} */ y) => ({ texts: { x, y } });
const tokens = (/** @type {string} */ text) => ({ set: { tokens: text } });

const disc = '-0.0369,0.0338;0.0087,-0.0996;0.0913,0.119;-0.1969,-0.0348;0.2109,-0.1342;-0.0779,0.2897;-0.1613,-0.3106;0.3757,0.1372;-0.416,0.1717;0.2119,-0.4529';
const triangle = '0,2;-1.7320508,-1;1.7320508,-1';

/** @type {Record<string, {right: Try, wrong: [Try, string|undefined][]}>} */
export const answers = {
  'self-attention/outside': { right: say('no'), wrong: [[say('yes'), 'yes-hint'], [say('corner'), 'corner-hint']] },
  'self-attention/blind': { right: say('1/9'), wrong: [[say('0'), 'zero'], [say('1'), 'one'], [say('0.5'), 'other']] },
  'self-attention/double': { right: say('four'), wrong: [[say('two'), 'two-hint'], [say('eight'), 'eight-hint']] },

  'why-sqrt/asleep': { right: say('nearly'), wrong: [[say('same'), 'same-hint'], [say('half'), 'half-hint']] },
  'why-sqrt/rows': { right: say('median'), wrong: [[say('all'), 'all-hint'], [say('none'), 'none-hint']] },
  'why-sqrt/same-vectors': { right: say('fails'), wrong: [[say('helps'), 'helps-hint']] },

  'heads/rank-of': { right: say('2'), wrong: [[say('8'), 'wide'], [say('4'), 'heads'], [say('1'), 'other']] },
  'heads/costs-more': { right: say('maps'), wrong: [[say('all'), 'all-hint'], [say('nothing'), 'nothing-hint']] },

  'positions/shuffled': { right: say('moved'), wrong: [[say('same'), 'same-hint'], [say('wrong'), 'wrong-hint']] },
  'positions/monotone': { right: say('rises'), wrong: [[say('falls'), 'falls-hint'], [say('zero'), 'zero-hint']] },

  'block/notice': { right: say('attention'), wrong: [[say('both'), 'both-hint'], [say('mlp'), 'mlp-hint']] },
  'block/share': { right: say('mlp'), wrong: [[say('attention'), 'attention-hint'], [say('norm'), 'norm-hint']] },

  'masked/guess': { right: say('e'), wrong: [[say('o'), 'o-hint'], [say('any'), 'any-hint']] },
  'masked/cold': { right: say('loops'), wrong: [[say('best'), 'best-hint'], [say('same'), 'same-hint']] },

  'hardmax/who': { right: say('two'), wrong: [[say('all'), 'all-hint'], [say('longest'), 'longest-hint']] },
  'hardmax/where': {
    right: at('1.09', '0,45'),
    wrong: [[at('2', '0'), 'jump'], [at('1.2', '0.5'), 'raw'], [at('1.1', '0.45'), 'alpha'], [at('0.9', '0.45'), 'other'], [at('12/11', '0.5'), 'height']],
  },
  'hardmax/rest': { right: say('nowhere'), wrong: [[say('first'), 'first-hint'], [say('origin'), 'origin-hint']] },
  'hardmax/e5a': { right: say('schwarz'), wrong: [[say('triangle'), 'triangle-hint'], [say('far'), 'far-hint']] },
  'hardmax/e5b': {
    right: tokens('2,0;0,1;1,0.5'),
    wrong: [[tokens('1.6,0.2;1.2,0.6;0.9,-0.3'), 'few'], [tokens('1,0;0,1;-1,0'), 'many'], [tokens('1,0;0,1;0.2,0.2'), 'equal'], [tokens('1,0;0,2'), 'three']],
  },
  'hardmax/e5c': { right: say('never'), wrong: [[say('long'), 'long-hint'], [say('always'), 'always-hint']] },
  'hardmax/e6a': { right: say('power'), wrong: [[say('linear'), 'linear-hint'], [say('different'), 'different-hint']] },
  'hardmax/e6b': { right: say('45.26'), wrong: [[say('5'), 'linear'], [say('0.022'), 'inverse'], [say('1'), 'normalized'], [say('44'), 'other']] },

  'two-facts/hull': { right: say('inside'), wrong: [[say('grows'), 'grows-hint'], [say('same'), 'same-hint']] },
  'two-facts/overtake': { right: say('stays'), wrong: [[say('tired'), 'tired-hint'], [say('fast'), 'fast-hint']] },
  'two-facts/forty': { right: say('0.022'), wrong: [[say('0'), 'zero'], [say('10/11'), 'one'], [say('2.2'), 'percent'], [say('0.1'), 'other']] },
  'two-facts/e10a': { right: say('145'), wrong: [[say('144'), 'down'], [say('20'), 'one'], [say('63'), 'log'], [say('100'), 'other']] },
  'two-facts/e10a1': { right: say('20'), wrong: [[say('19'), 'down'], [say('1'), 'jump'], [say('30'), 'other']] },

  'clustering/later': { right: say('yes'), wrong: [[say('no'), 'no-hint'], [say('rounding'), 'rounding-hint']] },
  'clustering/e7a': {
    right: at('3/88', '0.0341'),
    wrong: [[at('0', '0'), 'still'], [at('3/8', '3/8'), 'jump'], [at('0.0375', '0.0375'), 'alpha'], [at('0.0455', '0.0455'), 'self'], [at('3/88', '0.1'), 'other']],
  },
  'clustering/e7b': { right: say('together'), wrong: [[say('apart'), 'apart-hint'], [say('one'), 'one-hint']] },
  'clustering/e7c': { right: say('1'), wrong: [[say('2'), 'vertex'], [say('3'), 'both'], [say('0'), 'other']] },

  'laboratory/how-many': { right: say('13'), wrong: [[say('5'), 'leaders'], [say('8'), 'other']] },
  'laboratory/in-the-end': { right: say('5'), wrong: [[say('1'), 'one'], [say('13'), 'none'], [say('7'), 'other']] },
  'laboratory/e8a': {
    right: say('5, 2'),
    wrong: [[say('2, 4, 5, 6, 8'), 'identity'], [say('2 8'), 'five'], [say('5'), 'two'], [say('2, 5, 8'), 'other']],
  },
  'laboratory/e8b': { right: say('2'), wrong: [[say('13'), 'early'], [say('5'), 'identity'], [say('3'), 'other']] },
  'laboratory/e8c': { right: say('height'), wrong: [[say('speed'), 'speed-hint'], [say('rotate'), 'rotate-hint']] },
  'laboratory/e9a': {
    right: tokens(`0.1,1.9;-1.7,-1;1.8,-0.9;${disc}`),
    wrong: [
      [tokens(`0,2.2;0.2,1.4;0.2,-2.2;${disc}`), 'near'], [tokens(`0,3;-1.7,-1;1.7,-1;${disc}`), 'away'],
      [tokens(`1.9,0.4;1.7,0.8;-1,-1.7;${disc}`), 'few'], [tokens(`2,0;-0.2,2;-1.6,1.2;${disc}`), 'gap'],
      [tokens(`0,2;-1.7,-1;1.7,-1;${disc.replace('0.0338', '0.3')}`), 'disc'], [tokens('0,2;-1.7,-1;1.7,-1'), 'count'],
    ],
  },
  'laboratory/e9b': {
    right: say('1, 3, 1, 2, 3, 1, 2, 3, 2, 3'),
    wrong: [[say('1 2 3 1 3 1 2 3 1 2 3 2 3'), 'all'], [say('1, 3, 1'), 'ten'], [say('1, 3, 1, 2, 3, 1, 2, 3, 3, 3'), 'other']],
  },
  'laboratory/e9c': {
    right: tokens(`${triangle};${disc};0,-1`),
    wrong: [[tokens(`${triangle};${disc};0.9,0.6`), 'single'], [tokens(`${triangle};${disc};0,-0.8`), 'way'], [tokens(`${triangle};${disc};0,-2`), 'leaders']],
  },
  'laboratory/e10b': { right: say('141'), wrong: [[say('145'), 'distance'], [say('374'), 'rest'], [say('100'), 'other']] },
  'laboratory/e10c': { right: say('reasons'), wrong: [[say('rounding'), 'rounding-hint'], [say('alpha'), 'alpha-hint']] },

  'softmax/limit': { right: say('thirds'), wrong: [[say('first'), 'first-hint'], [say('quarters'), 'quarters-hint']] },
  'softmax/which': { right: say('collection'), wrong: [[say('tie'), 'tie-hint'], [say('same'), 'same-hint']] },
  'softmax/later': { right: say('leaders'), wrong: [[say('small'), 'small-hint'], [say('grows'), 'grows-hint']] },

  'sentiment/role': { right: say('leaders'), wrong: [[say('all'), 'all-hint'], [say('frequent'), 'frequent-hint']] },

  'modern/fit': { right: say('349'), wrong: [[say('175'), 'one-byte'], [say('700'), 'four'], [say('80'), 'other']] },
  'modern/share': { right: say('less'), wrong: [[say('same'), 'same-hint'], [say('quality'), 'quality-hint']] },
  'modern/tiles': { right: say('exact'), wrong: [[say('approximate'), 'approximate-hint'], [say('fewer'), 'fewer-hint']] },

  'control/differs': { right: say('line'), wrong: [[say('average'), 'average-hint'], [say('speed'), 'speed-hint']] },
};

/**
 * Exercises that are judged by a training of the reader's: what it is compared with, and which choice is right, by what
 * the run has measured. Until then the hint is to run it.
 * @type {Record<string, {compare: string, choices: [string, (read: (key: string) => number) => boolean][]}>}
 */
export const trained = {
  'masked/e1': { compare: 'no-scale', choices: [['lower', (read) => read('entropy-2') < read('entropy')], ['higher', (read) => read('entropy-2') > read('entropy')]] },
  'masked/e2': { compare: 'no-positions', choices: [['with', (read) => read('accuracy') > read('accuracy-2')], ['without', (read) => read('accuracy-2') > read('accuracy')]] },
  'masked/e3': { compare: 'one-head', choices: [['four', (read) => read('accuracy') > read('accuracy-2')], ['one', (read) => read('accuracy-2') > read('accuracy')]] },
  'masked/e4': { compare: 'last-not-hidden', choices: [['last', () => true], ['middle', () => false]] },
};
