import { readAudit } from './audit.ts';
import { banWatchingMember, releaseHeldMessage } from './chat.ts';
import { type Fans, welcomeFans } from './fans.ts';
import { finaliseGame, predictBouts } from './game.ts';
import { checkReport, checkSlips } from './money.ts';
import { makeProgramme } from './programme.ts';
import { goOffAir, goOnAir, runBout, watchLive } from './show.ts';
import { type Night, test } from './site.ts';
import { type Crew, inviteCrew, setUpOwner } from './staff.ts';

/** Time limit of the evening, during which a machine with two cores plays four videos. */
export const NIGHT_MS_MAX = 540_000;

const { step } = test;

/**
 * The effect of the three results on the gifts: the gifts to the winner are kept; a draw and a cancellation return all
 * gifts.
 */
const COINS = { held: 13, returned: 12, earned: 1 } as const;

/** Runs three bouts: a TKO, a draw, and a cancellation. Between them, chat and a ban. */
async function runShow(night: Night, crew: Crew, fans: Fans): Promise<void> {
  const { red, blue } = fans;
  await step('bout 1 ends by TKO, and the loser’s fan gets the coins back', () =>
    runBout(night, crew, {
      fans,
      bout: {
        ...{ order: 1, rounds: 2, keys: ['1', 't'], shown: /TKO|ทีเคโอ/ },
        cheers: [
          { viewer: red, corner: 'red', gift: 'garland' },
          { viewer: blue, corner: 'blue', gift: 'flask' },
        ],
      },
    }),
  );
  await step('a held message is released', () => releaseHeldMessage(night, crew, fans));
  await step('a member who is watching is banned', () => banWatchingMember(night, crew, fans));
  await step('bout 2 is a draw that gives coins back', () =>
    runBout(night, crew, {
      fans,
      bout: {
        ...{ order: 2, drawReturns: true, keys: ['2'], shown: /Draw|เสมอ/ },
        cheers: [
          { viewer: red, corner: 'red', gift: 'flask' },
          { viewer: blue, corner: 'blue', gift: 'garland' },
        ],
      },
    }),
  );
  await step('bout 3 is cancelled', () =>
    runBout(night, crew, {
      fans,
      bout: {
        ...{ order: 3, keys: ['o', 'o', 'o'], shown: /Cancelled|ยกเลิก/ },
        cheers: [{ viewer: red, corner: 'red', gift: 'garland' }],
      },
    }),
  );
}

/** Runs a complete fight night, from the first owner's account to the daily report. */
export async function runWholeNight(night: Night): Promise<void> {
  const owner = await step('the first owner sets up an app and a passkey', () => setUpOwner(night));
  const crew = await step('a show caller and a moderator accept their invitations', () =>
    inviteCrew(night, owner),
  );
  const key = await step('the owner makes an event with photos', () => makeProgramme(night, crew));
  const fans = await step('three fans arrive', () => welcomeFans(night));
  await step('a duplicate slip is rejected', () => checkSlips(night, crew, fans));
  await step('two fans predict', () => predictBouts(night, fans));
  const publisher = await step('ffmpeg publishes, and the live begins', () =>
    goOnAir(night, crew, key),
  );
  try {
    await step('the fans watch', () => watchLive(night, crew, fans));
    await runShow(night, crew, fans);
    await step('the live ends', () => goOffAir(night, crew, publisher));
  } finally {
    await publisher.stop();
  }
  await step('the game is made final', () => finaliseGame(night, crew));
  await step('the owner reads the audit', () => readAudit(night, crew));
  await step('the daily report adds up to the ledger', () =>
    checkReport(night, crew, { fans, coins: COINS }),
  );
}
