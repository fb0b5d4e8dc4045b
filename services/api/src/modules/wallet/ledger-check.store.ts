import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { lockOf, whileLocked } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/database.ts';

/** A check reads the whole ledger, so it may take longer than any call. */
const CHECK_MINUTES_MAX = 10;
const FAULTS_MAX = 100;

const Faults = z.array(z.string());

/** What the ledger holds. */
export interface LedgerSummary {
  readonly accounts: number;
  readonly transfers: number;
  /** Of the house, by name, and of all members together. */
  readonly balances: Readonly<Record<string, number>>;
}

/** The ledger as a whole: its invariants, and when it was held against them. */
export class LedgerCheckStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * What is wrong with the ledger, in words; nothing, when it is right. All of it is read at one moment, so that what
   * moves meanwhile is no fault.
   */
  findFaults(): Promise<LedgerSummary & { readonly faults: string[] }> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${`${CHECK_MINUTES_MAX}min`}, true)`.execute(
          trx,
        );
        const faults = await sql<{ fault: string }>`
          with moved as (
            select account_id, sum(coins)::bigint as coins
            from (
              select credit_account_id as account_id, amount_coins as coins from transfer
              union all
              select debit_account_id, -amount_coins from transfer
            ) as side group by account_id
          ), latest as (
            select distinct on (member_id) member_id, balance_after_coins as coins
            from transfer where member_id is not null
            order by member_id, transfer_id desc
          )
          select format('%s holds %s, but its transfers sum to %s',
            account.name, account.balance_coins, coalesce(moved.coins, 0)) as fault
          from account left join moved using (account_id)
          where account.holder <> 'house' and account.balance_coins <> coalesce(moved.coins, 0)
          union all
          select format('%s holds %s, but its history ends with %s',
            account.name, account.balance_coins, coalesce(latest.coins, 0))
          from account left join latest using (member_id)
          where account.holder = 'member' and account.balance_coins <> coalesce(latest.coins, 0)
          union all
          select format('%s is below nothing: %s', name, balance_coins)
          from account where holder = 'member' and balance_coins < 0
          union all
          select format('%s is above nothing: %s', name, balance_coins)
          from account where holder = 'receivable' and balance_coins > 0
          union all
          select format('%s is settled and holds %s', account.name, moved.coins)
          from account join moved using (account_id)
          where account.name like 'escrow:%' and account.closed_at is not null and moved.coins <> 0
          union all
          select format('corrections pays refunds only, and holds %s', moved.coins)
          from account join moved using (account_id)
          where account.name = 'corrections' and moved.coins > 0
          union all
          select format('all balances sum to %s', sum(coins)) from moved having sum(coins) <> 0
          limit ${FAULTS_MAX}
        `.execute(trx);
        const balances = await sql<{ name: string; coins: number }>`
          select case holder when 'house' then
              case when name like 'escrow:%' then 'escrows' else name end when 'member' then 'members' else 'receivables' end as name,
            sum(coins)::bigint as coins
          from account join (
            select credit_account_id as account_id, amount_coins as coins from transfer
            union all
            select debit_account_id, -amount_coins from transfer
          ) as side using (account_id)
          group by 1 order by 1
        `.execute(trx);
        const counts = await sql<{ accounts: number; transfers: number }>`
          select (select count(*) from account) as accounts, (select count(*) from transfer) as transfers
        `.execute(trx);
        return {
          faults: faults.rows.map((row) => row.fault),
          accounts: counts.rows[0]?.accounts ?? 0,
          transfers: counts.rows[0]?.transfers ?? 0,
          balances: Object.fromEntries(balances.rows.map(({ name, coins }) => [name, coins])),
        };
      });
  }

  async remember(check: {
    readonly checkedAt: Date;
    readonly tookMs: number;
    readonly faults: readonly string[];
  }): Promise<void> {
    await this.#db
      .insertInto('ledger_check')
      .values({
        checked_at: check.checkedAt,
        took_ms: check.tookMs,
        faults: JSON.stringify(check.faults),
      })
      .execute();
  }

  async findLast(): Promise<{ checkedAt: Date; faults: string[] } | undefined> {
    const row = await this.#db
      .selectFrom('ledger_check')
      .select(['checked_at', 'faults'])
      .orderBy('checked_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : { checkedAt: row.checked_at, faults: Faults.parse(row.faults) };
  }

  /** Runs a check where the last one was before `since`, unless another node is at it. */
  async whereDue(since: Date, check: () => Promise<unknown>): Promise<void> {
    await whileLocked(this.#db, lockOf('ledgerCheck'), async () => {
      const last = await this.findLast();
      if (last === undefined || last.checkedAt < since) await check();
    });
  }
}
