import type { Page } from '@playwright/test';
import { consoleWords } from '../support/words.ts';
import { BAN_REASON } from './chat.ts';
import { BOUTS } from './programme.ts';
import { expect, type Night } from './site.ts';
import { type Crew, PEOPLE } from './staff.ts';

const WORDS = consoleWords({
  act: 'Act',
  audit: 'Audit',
});

/** The expected acts of the evening with their actors and counts. */
const ACTS = [
  ['POST /operator/invitation', 'owner', 2],
  ['POST /operator/event', 'owner', 1],
  ['POST /operator/event/{program_id}/bout', 'owner', BOUTS.length],
  ['POST /operator/slip/decision', 'owner', 2],
  ['POST /operator/show/lives/{program_live_id}/start', 'caller', 1],
  ['POST /operator/show/bouts/{match_live_id}/result', 'caller', BOUTS.length],
  ['POST /operator/show/bouts/{match_live_id}/confirm', 'owner', BOUTS.length],
  ['POST /operator/show/lives/{program_live_id}/end', 'caller', 1],
  ['POST /operator/chat/words', 'moderator', 1],
  ['POST /operator/chat/held/{chat_message_id}/allow', 'moderator', 1],
  ['POST /operator/member/{member_id}/ban', 'owner', 1],
  ['POST /operator/game/{program_id}/finalise', 'caller', 1],
] as const satisfies readonly (readonly [string, keyof Crew, number])[];

/** Filters the audit by an act and returns its rows. */
async function filter(page: Page, { language }: Night, operation: string) {
  await page.getByRole('textbox', { name: WORDS[language].act, exact: true }).fill(operation);
  const name = operation.replace('/operator', '');
  const table = page.getByRole('group', { name: WORDS[language].audit });
  const rows = table.getByRole('row').filter({ has: page.getByRole('button') });
  await expect(rows.first().getByRole('button', { name, exact: true })).toBeVisible();
  return rows;
}

/** Finds every act of the evening with its actor, and checks the reason of the ban. */
export async function readAudit(night: Night, { owner, moderator }: Crew): Promise<void> {
  await owner.goto('/console/staff/audit');
  for (const [operation, person, count] of ACTS) {
    const rows = await filter(owner, night, operation);
    await expect(rows).toHaveCount(count);
    await expect(rows.filter({ hasText: PEOPLE[person].name })).toHaveCount(count);
  }
  const bans = await filter(owner, night, 'POST /operator/member/{member_id}/ban');
  await bans.getByRole('button').click();
  const dialog = owner.getByRole('dialog');
  await expect(dialog).toContainText(BAN_REASON);
  await expect(dialog).toContainText(PEOPLE.owner.name);
  await owner.keyboard.press('Escape');

  // The other staff members see only their own acts.
  await moderator.goto('/console/staff/audit');
  await expect(moderator.getByText(PEOPLE.moderator.name).first()).toBeVisible();
  await expect(moderator.getByRole('row').filter({ hasText: PEOPLE.owner.name })).toHaveCount(0);
}
