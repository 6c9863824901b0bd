// web/train_worker.js itself, under node with a page played: what it answers to messages that come early or ask too much.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import vm from 'node:vm';

const program = new URL('../../build/web-release/trainer.js', import.meta.url);
const source = readFileSync(new URL('../../web/train_worker.js', import.meta.url), 'utf8');
const text = new TextEncoder().encode('the tokens move, the leaders stay; and all is one.\n'.repeat(40));
const options = 'iterations 3\nbatch 2\nmeasured 8\nsample_length 0\n';

/** Sends the messages in one go; answers what the worker said until it said `last`. */
function play(messages, last, change = (module) => module) {
  return new Promise((done) => {
    const said = [];
    const channels = [];
    const context = vm.createContext({
      importScripts() {},
      createTrainer: async () => change(await createRequire(import.meta.url)(program.pathname)()),
      postMessage(message) {
        said.push(message);
        if (!message.lines?.includes(last)) return;
        for (const { port1 } of channels) port1.close();
        done(said);
      },
      MessageChannel: class extends MessageChannel {
        constructor() {
          super();
          channels.push(this);
        }
      },
      performance, Uint8Array,
    });
    vm.runInContext(source, context);
    for (const data of messages) context.onmessage({ data });
  });
}

test('a checkpoint that is asked for before the trainer is there is sent once it is', async () => {
  const said = await play([{ type: 'begin', options, text }, { type: 'want', want: 'run' }, { type: 'checkpoint' }], 'state done');
  const first = said.findIndex(({ file }) => file === 'checkpoint');
  assert.ok(first >= 0 && first < said.findIndex(({ lines }) => lines?.includes('state running')));
  assert.ok(said[first].bytes.length > 1000);
});

test('a text for which there is no memory ends in a sentence', async () => {
  const said = await play([{ type: 'begin', options, text }], 'state failed', (module) => Object.assign(module, { _malloc: () => 0 }));
  assert.match(said.at(-1).lines, /^error .*not enough memory for this text\.\nstate failed\n$/);
});
