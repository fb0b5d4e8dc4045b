import type { Locator, Page } from '@playwright/test';
import { findLiveOn } from '../support/fan.ts';
import { holdKey } from '../support/hold-key.ts';
import { lookAt } from '../support/picture.ts';
import { type Publisher, publishColour } from '../support/publisher.ts';
import { consoleWords, inConsole, wordsOf } from '../support/words.ts';
import { balanceOf, type Fans, type Viewer } from './fans.ts';
import { BOUTS, TITLE } from './programme.ts';
import { expect, type Night } from './site.ts';
import type { Crew } from './staff.ts';

const WORDS = consoleWords({
  allFine: 'All fine',
  startLive: 'Start live…',
  start: 'Start the live',
  onAir: 'ON AIR',
  held: 'Held for review',
  watching: 'watching',
  endLive: 'End live…',
  everyBout: 'Every bout has a result.',
  isOver: 'The live is over',
  startBout: 'Start the bout',
  draw: 'Draw',
  drawReturns: 'A draw gives coins back',
  record: inConsole.beginning('Record {shown}'),
  settled: inConsole.beginning('Settled {0}'),
});
const FAN_WORDS = wordsOf({
  bout: 'The bout',
  cheerRed: 'Cheer red',
  cheerBlue: 'Cheer blue',
  close: 'Close',
});
const GIFTS = {
  garland: { TH: 'พวงมาลัย', EN: 'Garland', coins: 1 },
  flask: { TH: 'กระติกน้ำ', EN: 'Water flask', coins: 5 },
} as const;
const COLOUR = 'red';

/** Returns whether the page shows the encoder's video. */
async function isOurPicture(page: Page): Promise<boolean> {
  const [red, green, blue] = (await lookAt(page)).colour;
  return red > 150 && green < 80 && blue < 80;
}

const expectPicture = (page: Page): Promise<void> =>
  expect.poll(() => isOurPicture(page).catch(() => false), { timeout: 45_000 }).toBe(true);

/** Publishes from ffmpeg, checks the preview and the stream's health, and starts the live. */
export async function goOnAir(
  { run, language }: Night,
  { owner, caller }: Crew,
  streamKey: string,
): Promise<Publisher> {
  const words = WORDS[language];
  const publisher = publishColour(COLOUR, run.rtmp.server, streamKey);
  await caller.goto('/console/tonight');
  await expectPicture(caller);
  await expect(caller.getByText(words.allFine)).toBeVisible({ timeout: 30_000 });
  await caller.getByRole('button', { name: words.startLive }).click();
  await caller.getByRole('dialog').getByRole('button', { name: words.start }).click();
  await expect(caller.getByText(words.onAir)).toBeVisible();
  // The chat opens with the live.
  await expect(caller.getByRole('region', { name: words.held })).toBeVisible();
  await owner.goto('/console/tonight');
  await expect(owner.getByText(words.onAir)).toBeVisible();
  return publisher;
}

/** Expects the number of viewers in the bar of Tonight. */
export const expectViewers = (
  { caller }: Crew,
  { language }: Night,
  count: number,
): Promise<void> => {
  const bar = caller.getByRole('banner');
  const figure = bar.getByText(WORDS[language].watching, { exact: true }).locator('xpath=..');
  return expect(figure).toHaveText(new RegExp(`^${count}\\D`), { timeout: 60_000 });
};

/** The fans open the live and see the video. */
export async function watchLive(night: Night, crew: Crew, fans: Fans): Promise<void> {
  const { program_live_id: id } = await findLiveOn(night.run);
  for (const { page } of Object.values(fans)) {
    await page.goto(`/live/${id}`);
    await expectPicture(page);
  }
  await expectViewers(crew, night, Object.keys(fans).length);
}

interface Cheer {
  readonly viewer: Viewer;
  readonly corner: 'red' | 'blue';
  readonly gift: keyof typeof GIFTS;
}

/** Sends one gift on the fan's page, and resolves once its coins are deducted. */
async function cheer({ language }: Night, { viewer, corner, gift }: Cheer): Promise<void> {
  const { page } = viewer;
  const words = FAN_WORDS[language];
  const { coins, [language]: name } = GIFTS[gift];
  const before = await balanceOf(viewer);
  const choose = corner === 'red' ? words.cheerRed : words.cheerBlue;
  await page.getByRole('button', { name: choose, exact: true }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  const price = { EN: `Cheer for ${coins} coin`, TH: `ส่งเชียร์ ${coins} เหรียญ` }[language];
  await page.getByRole('button', { name: new RegExp(`^${price}s?$`) }).click();
  await expect.poll(() => balanceOf(viewer)).toBe(before - coins);
  const close = page.getByRole('button', { name: words.close, exact: true });
  await close.click();
  await expect(close).toBeHidden();
}

interface Bout {
  /** Starts at 1. */
  readonly order: number;
  /** The keys that choose the result. */
  readonly keys: readonly string[];
  readonly drawReturns?: boolean;
  readonly rounds?: number;
  readonly cheers: readonly Cheer[];
  /** The text that a fan reads when the result is confirmed. */
  readonly shown: RegExp;
}

const panelOf = (page: Page): Locator => page.locator('[aria-labelledby="tonight-bout"]');

const stripOf = (page: Page, language: Night['language'], order: number): Locator =>
  page.getByRole('region', {
    name: inConsole.filled('Result of bout {order}', { order: String(order) })[language],
    exact: true,
  });

/** Starts the bout with its key and runs its rounds. */
async function fight(night: Night, { caller }: Crew, bout: Bout): Promise<void> {
  const { language } = night;
  const words = WORDS[language];
  const panel = panelOf(caller);
  const button = (name: string) => panel.getByRole('button', { name });
  const named = (message: string, values: Record<string, string>) =>
    inConsole.filled(message, values)[language];
  const count = String(BOUTS.length);
  const heading = named('Bout {order} of {count}', { order: String(bout.order), count });
  await expect(panel.getByRole('heading', { name: heading })).toBeVisible();
  await expect(button(words.startBout)).toBeEnabled();
  if (bout.drawReturns) {
    const draws = caller.getByRole('switch', { name: words.drawReturns });
    await draws.click();
    await expect(draws).toBeChecked();
    await expect(button(words.startBout)).toBeEnabled();
  }
  await caller.keyboard.press('n');
  await expect(button(named('End round {number}', { number: '1' }))).toBeEnabled();
  for (const one of bout.cheers) await cheer(night, one);
  for (let round = 2; round <= (bout.rounds ?? 1); round += 1) {
    await caller.keyboard.press('r');
    const next = button(named('Start round {next}', { next: String(round) }));
    await expect(next).toBeEnabled();
    await caller.keyboard.press('n');
    await expect(button(named('End round {number}', { number: String(round) }))).toBeEnabled();
  }
  const draw = panel.getByRole('button', { name: words.draw });
  await holdKey(caller, 'e', () => expect(draw).toBeEnabled({ timeout: 4_000 }));
}

/** Records the result and checks that the recorder cannot confirm it; then confirms it as the second person. */
async function decide(night: Night, { owner, caller }: Crew, bout: Bout): Promise<void> {
  const { language } = night;
  const words = WORDS[language];
  const panel = panelOf(caller);
  for (const key of bout.keys) await caller.keyboard.press(key);
  await expect(panel.getByRole('button', { name: words.record })).toBeEnabled();
  await caller.keyboard.press('Control+Enter');
  await expect(stripOf(caller, language, bout.order)).toBeVisible();
  await expect(stripOf(owner, language, bout.order)).toBeVisible();
  await caller.keyboard.press('c');
  await expect(caller.getByRole('dialog')).toHaveCount(0);

  await owner.keyboard.press('c');
  const dialog = owner.getByRole('dialog');
  const wanted = /“(.+)”/.exec(await dialog.locator('label').last().innerText())?.[1] ?? '';
  await dialog.getByRole('textbox').fill(wanted);
  await owner.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(stripOf(caller, language, bout.order).getByText(words.settled)).toBeVisible();
}

/** Runs one bout from its start to its settlement, and checks that the fans' pages show the settlement. */
export async function runBout(
  night: Night,
  crew: Crew,
  { bout, fans }: { readonly bout: Bout; readonly fans: Fans },
): Promise<void> {
  await fight(night, crew, bout);
  await decide(night, crew, bout);
  for (const { page } of [fans.red, fans.blue]) {
    const strip = page.getByRole('region', { name: FAN_WORDS[night.language].bout });
    await expect(strip).toContainText(bout.shown, { timeout: 30_000 });
  }
}

/** Types the title to end the live, then stops the encoder. */
export async function goOffAir(
  { language }: Night,
  { caller }: Crew,
  publisher: Publisher,
): Promise<void> {
  const words = WORDS[language];
  expect(publisher.process.exitCode, publisher.output()).toBeNull();
  await caller.getByRole('button', { name: words.endLive }).click();
  const dialog = caller.getByRole('dialog');
  await expect(dialog).toContainText(words.everyBout);
  await dialog.getByRole('textbox').fill(TITLE[language]);
  await caller.keyboard.press('Control+Enter');
  await expect(caller.getByText(words.isOver)).toBeVisible();
  await publisher.stop();
}
