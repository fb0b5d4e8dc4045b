import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { checkBudget } from '../apps/console/build/check-budget.ts';
import { findLiveOn, signIn } from '../e2e/support/fan.ts';
import { type RunFile, readRunFile, startStack } from '../e2e/support/start-stack.ts';
import { totpCode } from '../e2e/support/totp.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile } from './figure.ts';
import { launchBrowser, signPageIn, untilFirstFrame } from './support/browser.ts';
import { CONSOLE_LISTS } from './support/console-lists.ts';

const OPENINGS = 15;
const RESULTS = 20;
const FILTER_ROUNDS = 40;
const GOALS = { interactiveMs: 1_500, resultMs: 300, filterMs: 200, bundleKb: 200 };
const TONIGHT = 'src/places/tonight/tonight-place.tsx';

/** Sends a request as the local owner. */
async function callAsOwner<Data>(run: RunFile, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${run.api}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${run.operator_token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

/**
 * Opens Tonight in fresh browser contexts of a signed-in owner. @returns ms from the request to the first enabled
 * button
 */
async function measureOpenings(browser: Browser, run: RunFile): Promise<number[]> {
  const account = run.accounts.operators.find(({ role }) => role === 'owner');
  if (account === undefined) throw new Error('the sample has no owner');
  const { email, password, totp_secret } = account;
  const signedIn = await browser.newContext({ baseURL: run.url });
  const data = { email, password, code: totpCode(totp_secret) };
  const answer = await signedIn.request.post('/api/v1/operator/sign-in', { data });
  if (!answer.ok()) throw new Error(`the sign-in answered ${answer.status()}`);
  const storageState = await signedIn.storageState();
  await signedIn.close();
  const openings: number[] = [];
  for (let count = 0; count < OPENINGS; count += 1) {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: run.url, storageState, viewport });
    const page = await context.newPage();
    await page.goto('/console/tonight', { waitUntil: 'commit' });
    const handle = await page.waitForFunction(
      () =>
        document.querySelector('[aria-labelledby=tonight-bout] button:enabled') === null
          ? 0
          : performance.now(),
      undefined,
      { polling: 'raf' },
    );
    openings.push(await handle.jsonValue());
    await context.close();
  }
  return openings;
}

/** Opens the live as a fan whose page shows results at once, instead of in step with the video. */
async function openFan(browser: Browser, run: RunFile, programLiveId: string): Promise<Page> {
  const page = await browser.newPage();
  await signPageIn(page, await signIn(run));
  await page.addInitScript(() => {
    localStorage.setItem('language', 'EN');
    localStorage.setItem('player', JSON.stringify({ spoilerSafe: false }));
  });
  await page.goto(`${run.url}/live/${programLiveId}`);
  await untilFirstFrame(page);
  // Records the times at which the bout strip starts or stops showing a result.
  await page.evaluate(() => {
    const shown: { result: boolean; atMs: number }[] = [];
    const read = (): boolean =>
      [...document.querySelectorAll('section[aria-label="The bout"] *')].some(
        ({ textContent }) => textContent === 'Result',
      );
    let before = read();
    const observe = () => {
      const now = read();
      if (now !== before) shown.push({ result: now, atMs: Date.now() });
      before = now;
    };
    new MutationObserver(observe).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
    });
    Object.assign(window, { shownResults: shown });
  });
  return page;
}

const readShown = (page: Page, count: number): Promise<number> =>
  page
    .waitForFunction(
      (wanted) => {
        const { shownResults } = window as unknown as {
          shownResults: { result: boolean; atMs: number }[];
        };
        return shownResults[wanted - 1]?.atMs ?? 0;
      },
      count,
      { polling: 20, timeout: 20_000 },
    )
    .then((handle) => handle.jsonValue());

/** Records and withdraws results of the current bout. @returns ms from the request to the change on the fan's page */
async function measureResults(browser: Browser, run: RunFile): Promise<number[]> {
  const live = await findLiveOn(run);
  const id = live.current_match_live_id;
  if (id === null) throw new Error('no bout is on');
  const page = await openFan(browser, run, live.program_live_id);
  const bouts = `/operator/show/bouts/${id}`;
  const boutOf = ({ bouts: all }: Show): ShowBout => {
    const bout = all.find(({ match_live_id }) => match_live_id === id);
    if (bout === undefined) throw new Error('the bout is missing');
    return bout;
  };
  const act = async (name: string, version: number, body: object): Promise<number> => {
    const shown = await callAsOwner<Show>(run, `${bouts}/${name}`, {
      ...{ act_id: randomUUID(), version },
      ...body,
    });
    return boutOf(shown).version;
  };
  let { version } = boutOf(await callAsOwner<Show>(run, '/operator/show'));
  version = await act('direct', version, { action: 'end' });
  const times: number[] = [];
  let changes = 0;
  for (let count = 0; count < RESULTS; count += 1) {
    const sentAtMs = Date.now();
    version = await act('result', version, { winner: 'red', method: 'decision' });
    changes += 1;
    times.push((await readShown(page, changes)) - sentAtMs);
    version = await act('withdraw', version, { reason: 'a bench' });
    changes += 1;
    await readShown(page, changes);
  }
  await page.close();
  return times;
}

interface ListTimes {
  readonly name: string;
  readonly ms: readonly number[];
}

/** Reads the first page of every filter of a list, repeatedly. */
async function measureList(
  db: Kysely<Database>,
  { name, fill, filters }: (typeof CONSOLE_LISTS)[number],
): Promise<ListTimes> {
  await fill(db);
  const reads = await filters(db);
  const ms: number[] = [];
  for (let round = 0; round < FILTER_ROUNDS; round += 1) {
    for (const read of reads) {
      const beganMs = performance.now();
      await read();
      ms.push(performance.now() - beganMs);
    }
  }
  return { name, ms };
}

async function measureLists(databaseUrl: string): Promise<ListTimes[]> {
  await migrate(databaseUrl);
  const db = createDatabase(databaseUrl, createLogger('bench', 'silent'));
  const times: ListTimes[] = [];
  for (const list of CONSOLE_LISTS) times.push(await measureList(db, list));
  await db.destroy();
  return times;
}

async function withDatabase<Result>(measure: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-console-'));
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    return await measure(database.url);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureSite(): Promise<{ openings: number[]; results: number[] }> {
  const stack = await startStack({ DEMO_CROWD: '0' });
  const browser = await launchBrowser();
  try {
    const run = readRunFile(stack.dataDir);
    const openings = await measureOpenings(browser, run);
    return { openings, results: await measureResults(browser, run) };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

const row = (name: string, values: readonly number[], unit: string): string[] => [
  name,
  ...[0.5, 0.95, 1].map((share) => `${percentile(values, share).toFixed(0)} ${unit}`),
];

export const bench: Bench = {
  about:
    'the console: Tonight in an empty browser, a result on a fan’s page, filters of lists with 100 000 rows, the first bundle',
  run: async () => {
    const { openings, results } = await measureSite();
    const lists = await withDatabase(measureLists);
    const { kilobytes } = checkBudget(join(import.meta.dirname, '../apps/console/dist'));
    const bundle = kilobytes.get(TONIGHT);
    if (bundle === undefined) throw new Error('the console was built without Tonight');
    const { interactiveMs, resultMs, filterMs, bundleKb } = GOALS;
    const atMost = { sense: 'at-most', unit: ' ms' } as const;
    return {
      table: [
        ['', 'p50', 'p95', 'highest'],
        row('Tonight can be used', openings, 'ms'),
        row('result on a fan’s page', results, 'ms'),
        ...lists.map(({ name, ms }) => row(`filters of 100 000 ${name}`, ms, 'ms')),
        ['first bundle', `${bundle.toFixed(1)} kB`],
      ],
      figures: [
        {
          ...atMost,
          id: 'console-interactive',
          value: percentile(openings, 0.5),
          goal: interactiveMs,
        },
        { ...atMost, id: 'console-result-p95', value: percentile(results, 0.95), goal: resultMs },
        ...lists.map(({ name, ms }) => ({
          ...atMost,
          id: `console-${name.replaceAll(' ', '-')}-p95`,
          value: percentile(ms, 0.95),
          goal: filterMs,
        })),
        { id: 'console-bundle', value: bundle, goal: bundleKb, sense: 'at-most', unit: ' kB' },
      ],
    };
  },
};
