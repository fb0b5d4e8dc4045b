import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../e2e/support/fan.ts';
import { readRunFile, startStack } from '../e2e/support/start-stack.ts';
import type { Bench, Report } from './figure.ts';
import { launchBrowser, signPageIn, untilFirstFrame } from './support/browser.ts';

const FIRST_S_MAX = 5;
const SECOND_S_MAX = 3;

async function run(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-bench-'));
  const browser = await launchBrowser();
  const seconds: Array<{ ready: number; frame: number }> = [];
  try {
    for (let start = 0; start < 2; start += 1) {
      const startedAt = performance.now();
      const stack = await startStack({}, dataDir);
      const ready = (performance.now() - startedAt) / 1000;
      try {
        const fan = await signIn(readRunFile(dataDir));
        const page = await browser.newPage();
        await signPageIn(page, fan);
        await page.goto(`${stack.url}/live`, { waitUntil: 'commit' });
        await untilFirstFrame(page);
        seconds.push({ ready, frame: (performance.now() - startedAt) / 1000 });
        await page.close();
      } finally {
        await stack.stop();
      }
    }
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const [first, second] = seconds;
  if (first === undefined || second === undefined) throw new Error('two starts were not measured');
  return {
    table: [
      ['start', 'ready s', 'first frame s'],
      ['first (empty folder)', first.ready.toFixed(1), first.frame.toFixed(1)],
      ['second (same data)', second.ready.toFixed(1), second.frame.toFixed(1)],
    ],
    figures: [
      {
        id: 'start-to-first-frame',
        value: first.frame,
        goal: FIRST_S_MAX,
        sense: 'at-most',
        unit: 's',
      },
      {
        id: 'second-start-to-first-frame',
        value: second.frame,
        goal: SECOND_S_MAX,
        sense: 'at-most',
        unit: 's',
      },
    ],
  };
}

export const bench: Bench = {
  about:
    'from `npm start` (already installed and built) to the first frame playing in a browser, signed in',
  run,
};
