// Chromium with page.html, driven over standard input and output: one JSON line in, one out.
// node browser.mjs FOLDER: a folder with the page and all it loads.
//   {"measure": ["ours" | "ort", WHAT]} -> {"value": milliseconds}
//   {"logits": ["ours" | "ort", "float" | "int8"]} -> {"value": [...]}
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { serve } from '../tools/serve.mjs';
import { chromiumPath } from '../tests/browser/support/browser.mjs';

const server = await serve(process.argv[2]);
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
const page = await browser.newPage();
page.setDefaultTimeout(120_000);
// A page that is isolated in this way has a clock of 5 microseconds instead of 100.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
await page.route('**', async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), ...ISOLATED } });
});
const answer = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
try {
  await page.goto(new URL('page.html', server.url).href);
  await page.evaluate(() => window.benchReady);
  answer({ value: browser.version() });
  for await (const line of createInterface({ input: process.stdin })) {
    const [[name, words]] = Object.entries(JSON.parse(line));
    answer({ value: await page.evaluate(([method, given]) => window.bench[method](...given), [name, words]) });
  }
} catch (error) {
  answer({ error: String(error.message ?? error).split('\n')[0] });
}
await browser.close();
await server.close();
