import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { loadSampleSeason } from '../../../../sample-season/load.ts';
import { createWallet, type Wallet } from '../../../money/wallet/wallet.module.ts';
import { createLiveReader } from '../../lives/lives.module.ts';
import { orderCorrection, payCorrection } from '../correct-gifts.ts';
import type { BoutOutcome } from '../gift-rules.ts';
import { GiftStore, type NewGift } from '../gifts.store.ts';
import { settleBout } from '../settle-bouts.ts';
import { SettlementWriter } from '../settlement.store.ts';

export const BUYER = { memberId: '' as MemberId, token: '' };
export let test: TestApi;
export let wallet: Wallet;
let store: GiftStore;
export let bout: string;
let programLiveId: string;
/** Gift ids by price. */
let gifts: Map<number, string>;

interface Fan {
  readonly memberId: MemberId;
  readonly token: string;
}

export async function makeFan(coins: number): Promise<Fan> {
  const fan = await test.makeFan({ coins });
  return { memberId: fan.memberId, token: await test.signIn(fan) };
}

/** Creates members with wallets but without sign-ins, because password hashing is slow. */
export const makeMembers = (count: number, coins: number): Promise<MemberId[]> =>
  test.db.transaction().execute(async (trx) => {
    const ids: MemberId[] = [];
    for (let index = 0; index < count; index += 1) {
      const row = await trx
        .insertInto('member')
        .values({ first_name: `แฟน${index}`, last_name: 'มวย' })
        .returning('member_id')
        .executeTakeFirstOrThrow();
      const memberId = row.member_id as MemberId;
      await wallet.openWallet(trx, memberId);
      const idempotencyKey = `test:${memberId}`;
      if (coins > 0)
        await wallet.grantCoins(trx, { memberId, coins, kind: 'grant', idempotencyKey });
      ids.push(memberId);
    }
    return ids;
  });

const body = (more: object = {}) => ({
  match_live_id: bout,
  corner: 'red',
  gift_id: gifts.get(10),
  quantity: 1,
  expected_coins: 10,
  ...more,
});
export const send = (fan: Fan, more: object = {}, key: string = randomUUID()) =>
  test.call('POST /gift/send', {
    token: fan.token,
    body: body(more),
    headers: { 'idempotency-key': key },
  });
export const gift = (memberId: string, coins: number, more: Partial<NewGift> = {}): NewGift => ({
  memberId,
  corner: 'red',
  giftId: gifts.get(1) ?? '',
  quantity: coins,
  coins,
  idempotencyKey: randomUUID(),
  ...more,
});
export const NODE = randomUUID();
export const sendBatch = (batch: readonly NewGift[]) =>
  store.send({
    matchLiveId: bout,
    nodeId: NODE,
    about: { type: 'bout', id: bout, title_th: 'แดง – น้ำเงิน', title_en: 'Red – Blue' },
    sentAt: new Date(),
    gifts: batch,
  });
export const outcomes = async (batch: readonly NewGift[]) =>
  (await sendBatch(batch)).results.map((result) => result?.outcome);
export const barOf = async () =>
  (await test.call(`GET /giftLog/encouragementBar?match_live_id=${bout}`)).body.data;
export const setState = (set: { status?: 'ended' | 'in_progress'; gifts_enabled?: boolean }) =>
  test.db.transaction().execute(async (trx) => {
    await new SettlementWriter(trx).fence(bout);
    const change =
      set.status === 'ended'
        ? { ...set, round_number: null, round_started_at: null, resting: false }
        : set;
    await trx.updateTable('match_live').set(change).where('match_live_id', '=', bout).execute();
  });

/** Replaces the bout in progress by a new bout without gifts. */
async function nextBout(): Promise<void> {
  await setState({ status: 'ended' });
  const old = await test.db
    .selectFrom('match_live')
    .selectAll()
    .where('match_live_id', '=', bout)
    .executeTakeFirstOrThrow();
  await test.db
    .updateTable('match_live')
    .set({ replaced_at: new Date() })
    .where('match_live_id', '=', bout)
    .execute();
  const row = await test.db
    .insertInto('match_live')
    .values({
      program_live_id: old.program_live_id,
      bout_id: old.bout_id,
      status: 'in_progress',
      resting: false,
    })
    .returning('match_live_id')
    .executeTakeFirstOrThrow();
  bout = row.match_live_id;
}

export async function decide(refund: { red: boolean; blue: boolean }): Promise<void> {
  await setState({ status: 'ended' });
  await test.db.transaction().execute((trx) =>
    new SettlementWriter(trx).decide({
      matchLiveId: bout,
      programLiveId,
      refundRed: refund.red,
      refundBlue: refund.blue,
      about: { type: 'bout', id: bout },
      now: new Date(),
    }),
  );
}
type SettleMore = Partial<Parameters<typeof settleBout>[0]>;
const settleDeps = (more: SettleMore) => ({
  db: test.db,
  bus: test.bus,
  clock: () => new Date(),
  wallet,
  chunkMembersMax: 7,
  ...more,
});
export const settle = (more: SettleMore = {}) => settleBout(settleDeps(more), bout);
/** Orders the refund of a corrected result, like bout control does. */
export const correct = (outcome: BoutOutcome) =>
  test.db.transaction().execute(async (trx) => {
    await new SettlementWriter(trx).fence(bout);
    const facts = await createLiveReader(trx).findBout(bout);
    if (facts === null) throw new Error(`no bout ${bout}`);
    return orderCorrection(trx, facts, outcome, new Date());
  });
/** Pays the ordered corrections of both corners. */
export const payCorrections = async (more: SettleMore = {}): Promise<void> => {
  for (const corner of ['red', 'blue'] as const) {
    await payCorrection(settleDeps(more), bout, corner);
  }
};

/** Starts an API with tonight's live. Each test gets a new bout in progress. */
export function prepareGifts(): void {
  beforeAll(async () => {
    test = await startTestApi();
    wallet = createWallet(test.db);
    store = new GiftStore(test.db);
    programLiveId = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
    const live = await test.call(`GET /live/${programLiveId}`);
    bout = live.body.data.current_match_live_id;
    const { body: catalogue } = await test.call('GET /gift');
    gifts = new Map(
      catalogue.data.map((one: { coins: number; gift_id: string }) => [one.coins, one.gift_id]),
    );
    Object.assign(BUYER, await makeFan(5_000));
  });
  afterAll(() => test.close());
  beforeEach(nextBout);
}

export async function houseCoins(name: string): Promise<number> {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ coins: number }>`
    select coalesce(sum(case when credit_account_id = account_id then amount_coins else -amount_coins end), 0)::bigint as coins
    from account left join transfer on account_id in (debit_account_id, credit_account_id)
    where name = ${name}`.execute(test.db);
  return rows[0]?.coins ?? 0;
}
