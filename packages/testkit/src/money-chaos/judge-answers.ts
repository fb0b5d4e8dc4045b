import { createDatabase } from '@sangwian/api/platform/database/create-database';
import type { Database } from '@sangwian/api/schema/database';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import {
  type Attempt,
  checkAnswers,
  type LedgerTransfer,
} from '../ledger-history/check-history.ts';
import type { ChaosScene } from './chaos-scene.ts';

/** Key of a redeemed code in the history. The ledger's key is the id of the use, which fans do not know. */
export const codeKey = (memberId: string, code: string): string => `code:${memberId}:${code}`;

/** Returns the movements of fans that only their requests cause: gifts, unlocks and codes. */
async function readMovements(
  db: Kysely<Database>,
  memberIds: readonly string[],
): Promise<LedgerTransfer[]> {
  const { rows } = await sql<LedgerTransfer>`
    select debit.name as from, credit.name as to, amount_coins as coins, null as "balanceAfter",
      case kind when 'coin_code' then 'code:' || t.member_id || ':' || (about->>'id')
        else idempotency_key end as key
    from transfer t
    join account debit on debit.account_id = debit_account_id
    join account credit on credit.account_id = credit_account_id
    where kind in ('gift', 'unlock', 'coin_code') and t.member_id = any(${memberIds}::uuid[])
    order by transfer_id`.execute(db);
  return rows;
}

const fansOf = ({ books, gone }: ChaosScene): string[] =>
  [...books, ...gone].map(({ fan }) => fan.memberId);

/** Returns the answers to fans that contradict the ledger: each acknowledged request moved its coins once. */
export async function findWrongAnswers(scene: ChaosScene): Promise<string[]> {
  return checkAnswers(scene.calls.history, await readMovements(scene.world.db, fansOf(scene)));
}

/** The key of a request that was acknowledged, and the key of one that was only refused. */
interface PlantedKeys {
  readonly paid: string;
  readonly refused: string;
}

type Bug = (db: Kysely<Database>, keys: PlantedKeys) => Promise<unknown>;

/** Copies a transfer under another key. */
const copy = (db: Kysely<Database>, key: string, as: string) =>
  sql`
    insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key,
      member_id, balance_after_coins, about)
    select debit_account_id, credit_account_id, amount_coins, kind, ${as}, member_id,
      balance_after_coins, about from transfer where idempotency_key = ${key}`.execute(db);

const BUGS: ReadonlyArray<readonly [string, RegExp, Bug]> = [
  [
    'a lost commit',
    /acknowledged, but has no effect/,
    (db, { paid }) => sql`delete from transfer where idempotency_key = ${paid}`.execute(db),
  ],
  ['a retry under a new key', /never requested/, (db, { paid }) => copy(db, paid, `${paid}:again`)],
  [
    'an effect of a refused request',
    /was refused, but has an effect/,
    (db, { paid, refused }) => copy(db, paid, refused),
  ],
  [
    'a wrong amount',
    /contradicts an answer/,
    (db, { paid }) =>
      sql`update transfer set amount_coins = amount_coins + 1
      where idempotency_key = ${paid}`.execute(db),
  ],
  [
    'coins in the wrong account',
    /contradicts an answer/,
    (db, { paid }) =>
      sql`update transfer set credit_account_id =
        (select account_id from account where name = 'revenue:gifts')
      where idempotency_key = ${paid}`.execute(db),
  ],
];

class UndoError extends Error {}

function keysOf({ calls, random }: ChaosScene): PlantedKeys {
  const byKey = Map.groupBy(calls.history, ({ key }) => key);
  const keysWith = (isWanted: (attempts: readonly Attempt[]) => boolean): string[] =>
    [...byKey].filter(([, attempts]) => isWanted(attempts)).map(([key]) => key);
  // The ledger has other keys for codes.
  const paid = keysWith((all) => all.some(({ outcome }) => outcome === 'acknowledged')).filter(
    (key) => !key.startsWith('code:'),
  );
  const refused = keysWith((all) => all.every(({ outcome }) => outcome === 'refused'));
  if (paid.length === 0 || refused.length === 0) {
    throw new Error(`seed ${random.seed} had no acknowledged or no refused request`);
  }
  return { paid: random.pick(paid), refused: random.pick(refused) };
}

/**
 * Plants bugs into the ledger of a run, each in a transaction that is rolled back. Returns those that the history checker
 * does not find.
 */
export async function findMissedBugs(scene: ChaosScene): Promise<string[]> {
  const { world, calls } = scene;
  const owner = createDatabase(world.ownerUrl, createLogger('test', 'silent'), {
    connectionsMax: 1,
  });
  const keys = keysOf(scene);
  const missed: string[] = [];
  try {
    for (const [name, fault, bug] of BUGS) {
      let found: string[] = [];
      const planting = owner.transaction().execute(async (trx) => {
        await sql`alter table transfer disable trigger user`.execute(trx);
        await bug(trx, keys);
        found = checkAnswers(calls.history, await readMovements(trx, fansOf(scene)));
        throw new UndoError();
      });
      await planting.catch((error: unknown) => {
        if (!(error instanceof UndoError)) throw error;
      });
      if (!found.some((sentence) => fault.test(sentence))) missed.push(name);
    }
  } finally {
    await owner.destroy();
  }
  return missed;
}
