// What the browser costs the processor, from Linux' /proc: seconds of work, not of waiting, so another load does not count.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Linux counts in hundredths of a second for programs, whatever the kernel's own tick is. */
const TICKS = 100;

export const canMeasure = existsSync('/proc/self/stat');

/** Parent and seconds of work of each process. The name stands in brackets and may hold blanks. @returns {Map<number, [number, number]>} */
function processes() {
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      found.set(Number(name), [Number(fields[1]), (Number(fields[11]) + Number(fields[12])) / TICKS]);
    } catch {
      // Ended since the folder was listed.
    }
  }
  return found;
}

/** Seconds that every process below this one has worked so far, by its number. @returns {Map<number, number>} */
export function workBelow() {
  const all = processes();
  const isBelow = (/** @type {number} */ id) => {
    for (let up = all.get(id)?.[0]; up; up = all.get(up)?.[0]) if (up === process.pid) return true;
    return false;
  };
  return new Map([...all].filter(([id]) => isBelow(id)).map(([id, [, seconds]]) => [id, seconds]));
}

/** Seconds of work of the browser during so many milliseconds. */
export async function workDuring(/** @type {number} */ milliseconds) {
  const before = workBelow();
  await new Promise((done) => setTimeout(done, milliseconds));
  let sum = 0;
  for (const [id, seconds] of workBelow()) sum += seconds - (before.get(id) ?? 0);
  return sum;
}
