import { createWallet, type Wallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import { createDatabase } from '@sangwian/api/platform/database/create-database';
import type { Database } from '@sangwian/api/schema/database';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChaosRandom } from '../money-chaos/chaos-random.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import {
  type Attempt,
  checkHistory,
  type LedgerRecord,
  type LedgerTransfer,
} from './check-history.ts';

const SEED = Number(process.env.LEDGER_SEED ?? 21);
const REQUESTS = Number(process.env.LEDGER_REQUESTS ?? 200);
const SHOP = 'revenue:premium';

class LostAnswerError extends Error {}

let api: TestApi;
/** Connection as the tables' owner, which may change transfers. */
let owner: Kysely<Database>;
let wallet: Wallet;
let members: MemberId[];
const history: Attempt[] = [];

const nameOf = (memberId: MemberId): string => `member:${memberId}`;

async function readLedger(db: Kysely<Database>): Promise<LedgerRecord> {
  const { rows: transfers } = await sql<LedgerTransfer>`
    select idempotency_key as key, debit.name as from, credit.name as to, amount_coins as coins,
      balance_after_coins as "balanceAfter"
    from transfer
    join account debit on debit.account_id = debit_account_id
    join account credit on credit.account_id = credit_account_id
    order by transfer_id`.execute(db);
  const { rows } = await sql<{ name: string; coins: number }>`
    select name, balance_coins as coins from account where member_id is not null`.execute(db);
  return { transfers, balances: new Map(rows.map(({ name, coins }) => [name, coins])) };
}

/** Sends one attempt; the answer of some is lost, before or after the commit. */
async function send(memberId: MemberId, wanted: Omit<Attempt, 'outcome'>, lost: number) {
  const { key, from, coins } = wanted;
  const isDebit = from === nameOf(memberId);
  const outcome = await api.db
    .transaction()
    .execute(async (trx) => {
      if (isDebit) {
        await wallet.spend(trx, { memberId, to: SHOP, coins, kind: 'unlock', idempotencyKey: key });
      } else {
        const credit = { memberId, coins, kind: 'grant', idempotencyKey: key } as const;
        if (wanted.refundOf === undefined) await wallet.grantCoins(trx, credit);
        else await wallet.credit(trx, { ...credit, from: SHOP });
      }
      if (lost === 1) throw new LostAnswerError();
    })
    .then(() => (lost === 2 ? 'unknown' : 'acknowledged') as Attempt['outcome'])
    .catch((error: unknown) => {
      if (error instanceof LostAnswerError) return 'unknown' as const;
      if (error instanceof ApiError) return 'refused' as const;
      throw error;
    });
  history.push({ ...wanted, outcome });
}

/** Runs a random request twice or thrice at once with one key. */
async function request(random: ChaosRandom, index: number): Promise<void> {
  const memberId = random.pick(members);
  const key = `history:${index}`;
  const coins = 1 + random.below(40);
  const member = nameOf(memberId);
  const wanted = random.isOneIn(2)
    ? { key, from: member, to: SHOP, coins }
    : { key, from: 'granted', to: member, coins };
  const attempts = Array.from({ length: 2 + random.below(2) }, () => random.below(6));
  await Promise.all(attempts.map((lost) => send(memberId, wanted, lost)));
  const isPaid = history.some((one) => one.key === key && one.outcome === 'acknowledged');
  if (wanted.from !== member || !isPaid || random.isOneIn(2)) return;
  const refund = { key: `refund:${key}`, from: SHOP, to: member, coins, refundOf: key };
  await Promise.all([0, 2].map((lost) => send(memberId, refund, lost)));
}

beforeAll(async () => {
  api = await startTestApi();
  owner = createDatabase(api.databaseUrl, createLogger('test', 'silent'), { connectionsMax: 2 });
  wallet = createWallet(api.db);
  members = await Promise.all([1, 2, 3].map(async () => (await api.makeFan()).memberId));
  const random = new ChaosRandom(SEED);
  for (let index = 0; index < REQUESTS; index += 4) {
    await Promise.all([0, 1, 2, 3].map((next) => request(random, index + next)));
  }
});
afterAll(async () => {
  await owner.destroy();
  await api.close();
});

class UndoError extends Error {}

/** Returns the faults of the ledger with a planted bug, which is rolled back. */
async function plant(bug: (db: Kysely<Database>) => Promise<unknown>): Promise<string[]> {
  let faults: string[] = [];
  await owner
    .transaction()
    .execute(async (trx) => {
      await sql`alter table transfer disable trigger user`.execute(trx);
      await bug(trx);
      faults = checkHistory(history, await readLedger(trx));
      throw new UndoError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof UndoError)) throw error;
    });
  return faults;
}

const keyOf = (isWanted: (attempt: Attempt) => boolean): string => {
  const found = history.find((one) => one.outcome === 'acknowledged' && isWanted(one));
  if (found === undefined) throw new Error(`the history of seed ${SEED} has no such request`);
  return found.key;
};
const debitKey = () => keyOf(({ to }) => to === SHOP);
const refundKey = () => keyOf(({ refundOf }) => refundOf !== undefined);

/** Copies a transfer under another key, and moves the wallet with it. */
const copy = async (db: Kysely<Database>, key: string, as: string): Promise<void> => {
  await sql`
    insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key,
      member_id, balance_after_coins, about)
    select debit_account_id, credit_account_id, amount_coins, kind, ${as}, member_id,
      balance_after_coins, about from transfer where idempotency_key = ${key}`.execute(db);
};

const BUGS: ReadonlyArray<readonly [string, RegExp, (db: Kysely<Database>) => Promise<unknown>]> = [
  [
    'a lost commit',
    /acknowledged, but has no effect/,
    (db) => sql`delete from transfer where idempotency_key = ${debitKey()}`.execute(db),
  ],
  ['a doubled refund', /never requested/, (db) => copy(db, refundKey(), 'refund:again')],
  ['a retry under a new key', /never requested/, (db) => copy(db, debitKey(), 'history:again')],
  [
    'an effect of a refused request',
    /was refused, but has an effect/,
    (db) => {
      const refused = history.find(({ key }) =>
        history.every((one) => one.key !== key || one.outcome === 'refused'),
      );
      return copy(db, debitKey(), refused?.key ?? '');
    },
  ],
  [
    'a wrong amount',
    /contradicts an answer/,
    (db) =>
      sql`update transfer set amount_coins = amount_coins + 1
      where idempotency_key = ${debitKey()}`.execute(db),
  ],
  [
    'a refund of too little',
    /does not return/,
    (db) =>
      sql`update transfer set amount_coins = amount_coins + 1
      where idempotency_key = ${refundKey()}`.execute(db),
  ],
  [
    'revenue of the wrong account',
    /contradicts an answer/,
    (db) =>
      sql`update transfer set credit_account_id =
        (select account_id from account where name = 'revenue:gifts')
      where idempotency_key = ${debitKey()}`.execute(db),
  ],
  [
    'a refund of a movement that never was',
    /which never moved/,
    (db) => {
      const key = history.find((one) => one.key === refundKey())?.refundOf ?? '';
      return sql`delete from transfer where idempotency_key = ${key}`.execute(db);
    },
  ],
  [
    'a stored balance without its transfer',
    /its transfers/,
    (db) =>
      sql`update account set balance_coins = balance_coins + 1
      where name = ${nameOf(members[0] as MemberId)}`.execute(db),
  ],
  [
    'a wrong balance in the history of a member',
    /was shown/,
    (db) =>
      sql`update transfer set balance_after_coins = balance_after_coins + 1
      where idempotency_key = ${debitKey()}`.execute(db),
  ],
];

describe('the history checker', () => {
  it('explains concurrent requests, retries and lost answers of the real ledger', async () => {
    expect(checkHistory(history, await readLedger(api.db)), `LEDGER_SEED=${SEED}`).toEqual([]);
    expect(await wallet.findFaults()).toEqual([]);
    const outcomes = new Set(history.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['acknowledged', 'refused', 'unknown']));
  });

  it.each(BUGS)('finds %s', async (_name, fault, bug) => {
    expect((await plant(bug)).join('\n')).toMatch(fault);
  });
});
