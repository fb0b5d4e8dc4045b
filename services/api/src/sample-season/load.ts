import { randomBytes } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import { createMembers } from '../domains/identity/members/members.module.ts';
import { retireBout } from '../domains/live/bout-control/bout-control.module.ts';
import { addChatLines } from '../domains/live/chat/chat.module.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { indexNewFighters } from '../domains/sport/fighters/fighters.module.ts';
import { moveGame } from '../domains/sport/predict/predict.module.ts';
import type { Database } from '../schema/database.ts';
import { bangkokMidnight, HOUR_MS } from './bangkok-time.ts';
import { DEMO_CHANNEL } from './card-plan.ts';
import { addSampleCodes, SAMPLE_CODES } from './codes.ts';
import { chatBefore, FAN_COINS, FAN_PASSWORD, FANS } from './fans.ts';
import { addSampleGame } from './game.ts';
import { addSampleOrders } from './orders.ts';
import { SeasonStore } from './season.store.ts';
import { planSeason, TONIGHT_BOUT_ID, TONIGHT_LIVE_ID } from './season-plan.ts';
import { REAL_PACE, STORY_PACE } from './story-plan.ts';

const KEY_BYTES = 18;
/** Even on the same day, a season is stale after this time, because its live should have ended. */
const STALE_MS = 4 * HOUR_MS;

/** The sample's fields in `run.json`, without the staff accounts, which need `STAFF_SECRET`. */
export interface SampleSeason {
  readonly accounts: {
    readonly fans: readonly { readonly phone: string; readonly password: string }[];
    readonly operators: readonly never[];
  };
  /** The stream key of the demo channel. The key never changes. */
  readonly stream_key: string;
  readonly channel_id: string;
  /** The live in progress. */
  readonly program_live_id: string;
  /** Redeem codes. */
  readonly codes: readonly string[];
}

const describe = (streamKey: string): SampleSeason => ({
  accounts: { fans: FANS.map(({ phone }) => ({ phone, password: FAN_PASSWORD })), operators: [] },
  stream_key: streamKey,
  channel_id: DEMO_CHANNEL,
  program_live_id: TONIGHT_LIVE_ID,
  codes: SAMPLE_CODES,
});

/** Adds missing fans, each with coins in the wallet. */
async function addFans(db: Kysely<Database>, trx: Transaction<Database>, now: Date): Promise<void> {
  const wallet = createWallet(db);
  const members = createMembers(db, wallet);
  const known = await members.findMemberNames(FANS.map((fan) => fan.memberId));
  for (const [place, fan] of FANS.entries()) {
    if (known.has(fan.memberId)) continue;
    await members.createMember(trx, { ...fan, password: FAN_PASSWORD });
    const bought = await addSampleOrders(db, trx, { memberId: fan.memberId, place, now });
    await wallet.grantCoins(trx, {
      memberId: fan.memberId,
      coins: FAN_COINS - bought,
      kind: 'grant',
      idempotencyKey: `sample-season:${fan.memberId}`,
    });
  }
}

/** Adds a few chat lines. Their ids are fixed, so a second load does not add them again. */
async function addChat(db: Kysely<Database>, now: Date): Promise<void> {
  for (const { sentAt, ...line } of chatBefore(now)) {
    await addChatLines(
      db,
      TONIGHT_LIVE_ID as ProgramLiveId,
      [{ ...line, memberAvatar: null, memberRole: null, paced: true, hasLink: false }],
      sentAt,
    );
  }
}

/** Whether a season around `anchoredAt` has to be moved to `now`. */
const isStale = (anchoredAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - anchoredAt.getTime()) > STALE_MS ||
  bangkokMidnight(anchoredAt).getTime() !== bangkokMidnight(now).getTime();

interface SeasonOptions {
  readonly now: Date;
  /** Whether the story directs tonight's live, at its own pace. */
  readonly hasStory?: boolean;
}

/**
 * Moves a stale sample season to `now`: past and coming cards by whole days, and tonight's card to tonight. Rows keep
 * their ids, except that a new bout replaces a bout with gifts or rulings. A season of another pace is stale, too.
 *
 * @returns whether the season was moved
 */
export async function refreshSampleSeason(
  db: Kysely<Database>,
  { now, hasStory = false }: SeasonOptions,
): Promise<boolean> {
  const store = new SeasonStore(db);
  const season = await store.find();
  if (season === undefined) return false;
  const pace = hasStory ? STORY_PACE : REAL_PACE;
  const isSamePace = (await store.findRoundLength(TONIGHT_BOUT_ID)) === pace.round_s;
  if (isSamePace && !isStale(season.anchored_at, now)) return false;
  await db.transaction().execute(async (trx) => {
    await store.lock(trx);
    const plan = planSeason(now, pace);
    // Gifts and results of a night stay with the bouts of that night. A new night gets new bouts.
    for (const matchLiveId of await store.findBoutsToPlay(trx, plan)) {
      await retireBout(trx, matchLiveId, now);
    }
    await store.putSchedule(trx, plan);
    await moveGame(
      trx,
      plan.programs.map((program) => program.program_id),
      bangkokMidnight(now).getTime() - bangkokMidnight(season.anchored_at).getTime(),
    );
    await store.setAnchor(trx, now, season.stream_key);
  });
  return true;
}

/**
 * Loads the sample season around `now`: nine fans, fighters, cards, lives and a short chat. The season is the same on
 * every machine. Later calls only refresh the season.
 */
export async function loadSampleSeason(
  db: Kysely<Database>,
  options: SeasonOptions,
): Promise<SampleSeason> {
  const { now, hasStory = false } = options;
  const store = new SeasonStore(db);
  const existing = await store.find();
  if (existing !== undefined) {
    await refreshSampleSeason(db, options);
    await addSampleCodes(db, now);
    return describe(existing.stream_key);
  }
  const streamKey = `live_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const storedKey = await db.transaction().execute(async (trx) => {
    await store.lock(trx);
    const other = await trx.selectFrom('sample_season').select('stream_key').executeTakeFirst();
    if (other !== undefined) return other.stream_key;
    const plan = planSeason(now, hasStory ? STORY_PACE : REAL_PACE);
    await store.addHouses(trx, plan, streamKey);
    await indexNewFighters(trx);
    await store.putSchedule(trx, plan);
    await addFans(db, trx, now);
    await addSampleGame(db, trx, plan, now);
    await store.setAnchor(trx, now, streamKey);
    return streamKey;
  });
  await addChat(db, now);
  await addSampleCodes(db, now);
  return describe(storedKey);
}
