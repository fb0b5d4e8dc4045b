import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findLiveOn } from '../support/fan.ts';
import { test } from '../support/journey.ts';
import { newPhone } from '../support/new-member.ts';
import { operateAs, operateOn } from '../support/operator.ts';
import { makeStaffToken } from '../support/staff-token.ts';
import type { RunFile } from '../support/start-stack.ts';
import {
  buyCoins,
  cheer,
  lookAround,
  lookBack,
  predictAndFollow,
  register,
  seeResult,
} from './evening.ts';
import { openWalker } from './walker.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/tour');
const STEPS_BEFORE_THE_RESULT = [lookAround, register, buyCoins, predictAndFollow, cheer];
const STEPS_AFTER_IT = [seeResult, lookBack];
const PASSWORD = 'ringside-9';

/** Two people rule that red has won the bout that is on. */
async function decideForRed(run: RunFile): Promise<void> {
  const { current_match_live_id: bout } = await findLiveOn(run);
  if (bout === null) throw new Error('no bout is on');
  const why = ['--reason', 'the tour'];
  await operateOn('show', 'result', bout, 'red', 'decision', ...why);
  const token = await makeStaffToken(run, 'cashier', ['see_show', 'confirm_result']);
  await operateAs(token, 'show', 'confirm', bout, ...why);
}

test('a visitor becomes a member, on a phone in Thai and on a desktop in English', async ({
  browser,
  run,
}) => {
  rmSync(FOLDER, { recursive: true, force: true });
  const walkers = [
    await openWalker(browser, run, {
      language: 'TH',
      screen: 'a phone',
      folder: join(FOLDER, 'phone-in-thai'),
      account: { phone: newPhone(), password: PASSWORD },
    }),
    await openWalker(browser, run, {
      language: 'EN',
      screen: 'a desktop',
      folder: join(FOLDER, 'desktop-in-english'),
      account: { phone: newPhone(), password: PASSWORD },
    }),
  ];
  for (const step of STEPS_BEFORE_THE_RESULT) {
    for (const walker of walkers) await step(walker);
  }
  await decideForRed(run);
  for (const step of STEPS_AFTER_IT) {
    for (const walker of walkers) await step(walker);
  }
});
