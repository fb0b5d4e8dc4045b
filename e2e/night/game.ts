import type { Page } from '@playwright/test';
import { consoleWords, inConsole, wordsOf } from '../support/words.ts';
import type { Fans } from './fans.ts';
import { BOUTS, TITLE } from './programme.ts';
import { expect, type Night } from './site.ts';
import type { Crew } from './staff.ts';

const WORDS = consoleWords({
  closed: 'Sheets closed',
  finalise: 'Make final now…',
  everyBout: 'Every bout has a result.',
  reason: 'Reason',
  makeFinal: 'Make final',
  scores: 'Scores',
  final: 'Final',
  leaders: 'Leaders',
  madeBy: 'Made final by',
});
const FAN_WORDS = wordsOf({
  red: 'Red corner',
  draw: 'Draw',
  blue: 'Blue corner',
  confirm: 'Confirm',
});
type Pick = 'red' | 'draw' | 'blue';

/** Picks a winner for every bout and confirms the sheet. */
async function predict(page: Page, { language }: Night, picks: readonly Pick[]): Promise<void> {
  const words = FAN_WORDS[language];
  await page.goto('/predict');
  const bouts = page.locator('main ol > li');
  await expect(bouts).toHaveCount(BOUTS.length);
  for (const [index, pick] of picks.entries()) {
    const name = new RegExp(`^${words[pick]}`);
    await bouts.nth(index).getByRole('radio', { name }).check();
  }
  const confirm = page.getByRole('button', { name: words.confirm, exact: true });
  await confirm.click();
  await expect(confirm).toBeHidden();
}

/** Two fans predict: one predicts the first two bouts correctly, the other only the draw. */
export async function predictBouts(night: Night, { red, blue }: Fans): Promise<void> {
  await predict(red.page, night, ['red', 'draw', 'red']);
  await predict(blue.page, night, ['blue', 'draw', 'red']);
}

/** Makes the scores final once every bout has a result. */
export async function finaliseGame({ language }: Night, { caller }: Crew): Promise<void> {
  const words = WORDS[language];
  await caller.goto('/console/game');
  const row = caller.getByRole('row').filter({ hasText: TITLE[language] });
  await expect(row.getByText(words.closed)).toBeVisible();
  await row.getByRole('link').click();
  await caller.getByRole('button', { name: words.finalise }).click();
  const dialog = caller.getByRole('dialog');
  await expect(dialog).toContainText(words.everyBout);
  await dialog.getByLabel(words.reason).fill('The evening is over');
  await dialog.getByRole('textbox').last().fill(TITLE[language]);
  await dialog.getByRole('button', { name: words.makeFinal, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(caller.getByText(words.madeBy)).toBeVisible();
  const scores = caller.getByRole('region', { name: words.scores, exact: true });
  await expect(scores.getByText(words.final, { exact: true })).toBeVisible({ timeout: 30_000 });
  const points = (count: number) => inConsole.filled('{0} pts', { 0: String(count) })[language];
  const leaders = caller
    .getByRole('region', { name: words.leaders, exact: true })
    .getByRole('listitem');
  await expect(leaders).toHaveCount(2);
  await expect(leaders.first()).toContainText(points(6));
  await expect(leaders.last()).toContainText(points(3));
}
