/**
 * `npm run pictures:operators`: takes the screenshots of `docs/operators` on a temporary site with the data of an
 * evening. Check each screenshot before you commit it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { StaffRole } from '@sangwian/contract/permissions';
import sharp from 'sharp';
import { findProgram, provisionForTests } from '../tools/provision/provision.ts';
import { fillEvening } from './support/console-evening.ts';
import { findLiveOn } from './support/fan.ts';
import { expect } from './support/journey.ts';
import { BROWSER_FLAGS } from './support/launch.ts';
import { openConsole } from './support/staff.ts';
import { holdShow, type RunFile, readRunFile, startStack } from './support/start-stack.ts';

const FOLDER = join(import.meta.dirname, '../docs/operators/pictures');
const WEBP = { quality: 82, effort: 6 } as const;
const READY = { timeout: 60_000 };

interface Picture {
  readonly file: string;
  readonly role: StaffRole;
  /** Path below `/console/`. */
  readonly path: string;
  /** Resolves when the page shows what the guide describes. */
  readonly arrange: (page: Page, run: RunFile) => Promise<void>;
}

const see = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible(READY);

/** Tonight's event, which appears in several places. */
async function openTonightsEvent(page: Page, run: RunFile, place: string): Promise<void> {
  const { program_id } = await findLiveOn(run);
  await page.goto(`/console/${place}/${program_id}`);
}

const PICTURES: readonly Picture[] = [
  {
    ...{ file: 'programme', role: 'editor', path: 'programme' },
    arrange: async (page, run) => {
      await openTonightsEvent(page, run, 'programme/events');
      await see(page, 'Main event');
    },
  },
  {
    ...{ file: 'substitution', role: 'show_caller', path: 'programme' },
    arrange: async (page, run) => {
      await openTonightsEvent(page, run, 'programme/events');
      await page
        .getByRole('button', { name: /^Substitute in/ })
        .last()
        .click();
      await see(page, /predictions? becomes? void/);
    },
  },
  {
    ...{ file: 'chat', role: 'moderator', path: 'chat/live' },
    arrange: (page) => see(page, 'Held for review'),
  },
  {
    ...{ file: 'chat-reports', role: 'moderator', path: 'chat/reports' },
    arrange: (page) => see(page, 'แพ้แล้วพาล กลับบ้านไปเลย'),
  },
  {
    ...{ file: 'members', role: 'owner', path: 'members' },
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Ploy Wattanasiri' }).click();
      await see(page, 'Adjust coins…');
      await see(page, 'Ledger');
    },
  },
  {
    ...{ file: 'member-appeals', role: 'owner', path: 'members/appeals' },
    arrange: (page) => see(page, 'Lift…'),
  },
  {
    ...{ file: 'money-slips', role: 'cashier', path: 'money/slips' },
    arrange: async (page) => {
      await see(page, 'Reference is new');
      await expect(page.getByRole('main').locator('img').first()).toBeVisible(READY);
    },
  },
  {
    ...{ file: 'money-reports', role: 'cashier', path: 'money/reports' },
    arrange: (page) => see(page, 'The ledger balances'),
  },
  {
    ...{ file: 'catalogue-gifts', role: 'owner', path: 'catalogue/gifts' },
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Move Gloves up' }).click();
      await see(page, 'The new order is not saved yet');
    },
  },
  {
    ...{ file: 'catalogue-codes', role: 'owner', path: 'catalogue/codes' },
    arrange: async (page) => {
      await page.getByRole('button', { name: 'stadium-night' }).click();
      await see(page, 'Approve…');
    },
  },
  {
    ...{ file: 'game', role: 'show_caller', path: 'game' },
    arrange: async (page, run) => {
      await openTonightsEvent(page, run, 'game');
      await see(page, 'Make final now…');
    },
  },
  {
    ...{ file: 'switches', role: 'owner', path: 'switches' },
    arrange: (page) => see(page, 'Predictions'),
  },
  {
    ...{ file: 'people', role: 'owner', path: 'staff/people' },
    arrange: (page) => see(page, 'Show caller'),
  },
  {
    ...{ file: 'audit', role: 'owner', path: 'staff/audit' },
    arrange: (page) => see(page, 'POST /code/batch'),
  },
  {
    ...{ file: 'health', role: 'viewer', path: 'health' },
    // The first point of the charts appears half a minute after the start.
    arrange: (page) => expect(page.getByRole('img', { name: /^Memory: / })).toBeVisible(READY),
  },
  {
    ...{ file: 'tonight', role: 'show_caller', path: 'tonight' },
    arrange: async (page) => {
      await see(page, /^Round 3 of/);
      await see(page, 'Upload is steady');
      await see(page, /behind the ring/);
    },
  },
];

/** Saves a screenshot of the page as WebP once its images have loaded. */
async function takePicture(page: Page, file: string): Promise<void> {
  await page.evaluate(() =>
    Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
  );
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(png)
    .webp(WEBP)
    .toFile(join(FOLDER, `${file}.webp`));
}

/** Takes all screenshots in English and the dark theme. For each role, one person signs in once. */
async function takePictures(browser: Browser, run: RunFile): Promise<void> {
  const people = new Map<StaffRole, Page>();
  for (const { file, role, path, arrange } of PICTURES) {
    const page = people.get(role) ?? (await openConsole(browser, run, role, { language: 'EN' }));
    people.set(role, page);
    await page.goto(`/console/${path}`);
    await arrange(page, run);
    await takePicture(page, file);
    console.log(`docs/operators/pictures/${file}.webp`);
  }
}

const complaints = provisionForTests();
const executablePath = findProgram('chromium');
if (executablePath === null) {
  console.error(complaints.join('\n'));
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const stack = await startStack({ DEMO_CROWD: '0' });
process.env.E2E_DATA_DIR = stack.dataDir;
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
try {
  const run = readRunFile(stack.dataDir);
  await holdShow(stack);
  await fillEvening(run);
  await takePictures(browser, run);
} finally {
  await browser.close();
  await stack.stop();
}
