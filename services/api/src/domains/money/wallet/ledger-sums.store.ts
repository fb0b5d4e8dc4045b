import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/**
 * Transfers per statement of a full check. Progress is reported after each statement, which takes one or two
 * seconds.
 */
const CHUNK_TRANSFERS_MAX = 500_000;
/** Maximum number of faults that a check reports. */
const FAULTS_MAX = 100;

/**
 * Number of slices into which accounts are divided by a hash of their ids. The hourly check verifies the
 * slice of its hour, so that a changed balance of an idle account is found within a day.
 */
const ACCOUNT_SLICES = 24;
const HOUR_MS = 3_600_000;

/** Returns the slices of all hours since the last check, so that a late check skips no slice. */
function slicesSince(last: Date, now: Date): number[] {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const passed = hour - Math.floor(last.getTime() / HOUR_MS);
  const count = Math.min(Math.max(passed, 0), ACCOUNT_SLICES);
  return Array.from({ length: count }, (_, index) => (hour - index) % ACCOUNT_SLICES);
}

/** The ledger is verified for all transactions of this cluster with an id below `writtenBefore`. */
export interface Checkpoint {
  readonly writtenBefore: number;
  readonly cluster: string;
}

export interface KeptCheckpoint extends Checkpoint {
  readonly verifiedAt: Date;
}

export interface SumsOfAll {
  readonly transfers: number;
  /** The highest transaction id of the summed transfers. */
  readonly writtenLast: number;
}

/**
 * Sums transfers into temporary tables within the transaction of the check. `ledger_moved` contains the sum
 * of each account (`coins`) and the part of it below the next checkpoint (`settled`). `ledger_latest`
 * contains the last balance in each member's history.
 */
export class LedgerSums {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /**
   * Returns the oldest running transaction and the next transaction id of this snapshot. All transactions
   * below the oldest running one are either committed and visible, or rolled back.
   */
  async readSnapshot(): Promise<{ oldest: number; next: number; cluster: string }> {
    const { rows } = await sql<{ oldest: number; next: number; cluster: string }>`
      select pg_snapshot_xmin(at)::text::bigint as oldest, pg_snapshot_xmax(at)::text::bigint as next,
        (select system_identifier::text from pg_control_system()) as cluster
      from pg_current_snapshot() as at
    `.execute(this.#trx);
    const row = rows[0];
    if (row === undefined) throw new Error('the database returned no snapshot');
    return row;
  }

  async findCheckpoint(): Promise<KeptCheckpoint | undefined> {
    const row = await this.#trx
      .selectFrom('ledger_checkpoint')
      .select(['written_before', 'cluster', 'verified_at'])
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : {
          writtenBefore: row.written_before,
          cluster: row.cluster,
          verifiedAt: row.verified_at,
        };
  }

  /** Sums all transfers in chunks, ordered by id. */
  async sumAll(oldest: number, onProgress: (transfers: number) => void): Promise<SumsOfAll> {
    await sql`
      create temporary table ledger_part (account_id uuid, coins bigint, settled bigint) on commit drop;
    `.execute(this.#trx);
    await sql`
      create temporary table ledger_end (member_id uuid, transfer_id uuid, coins bigint) on commit drop;
    `.execute(this.#trx);
    let after = '00000000-0000-0000-0000-000000000000';
    let transfers = 0;
    let writtenLast = 0;
    for (;;) {
      const chunk = await this.#sumChunk(oldest, after);
      if (chunk === undefined) break;
      after = chunk.last;
      transfers += chunk.transfers;
      writtenLast = Math.max(writtenLast, chunk.written);
      onProgress(transfers);
    }
    await sql`
      create temporary table ledger_moved on commit drop as
        select account_id, sum(coins)::bigint as coins, sum(settled)::bigint as settled
        from ledger_part group by account_id
    `.execute(this.#trx);
    await sql`
      create temporary table ledger_latest on commit drop as
        select distinct on (member_id) member_id, coins from ledger_end order by member_id, transfer_id desc
    `.execute(this.#trx);
    await this.#analyze();
    return { transfers, writtenLast };
  }

  /** Sums the next chunk. Returns `undefined` at the end. */
  async #sumChunk(oldest: number, after: string) {
    const { rows } = await sql<{ last: string | null; transfers: number; written: number }>`
      with chunk as materialized (
        select transfer_id, debit_account_id, credit_account_id, amount_coins, member_id, balance_after_coins, written_by
        from transfer where transfer_id > ${after}::uuid
        order by transfer_id limit ${CHUNK_TRANSFERS_MAX}
      ), summed as (
        insert into ledger_part
          select account_id, sum(coins), coalesce(sum(coins) filter (where written_by < ${oldest}::bigint), 0)
          from chunk, lateral (values (credit_account_id, amount_coins), (debit_account_id, -amount_coins))
            as side (account_id, coins)
          group by account_id
      ), ended as (
        insert into ledger_end
          select distinct on (member_id) member_id, transfer_id, balance_after_coins
          from chunk where member_id is not null order by member_id, transfer_id desc
      )
      select (select transfer_id from chunk order by transfer_id desc limit 1) as last,
        count(*) as transfers, coalesce(max(written_by), 0) as written
      from chunk
    `.execute(this.#trx);
    const row = rows[0];
    return row === undefined || row.last === null ? undefined : { ...row, last: row.last };
  }

  /**
   * Adds the transfers since the checkpoint to the verified sums. Includes the accounts with new transfers,
   * all settled escrows (which must not change any more) and the accounts of the hour's slice.
   *
   * @returns the number of transfers that were read
   */
  async sumSince(checkpoint: KeptCheckpoint, oldest: number, now: Date): Promise<number> {
    await sql`
      create temporary table ledger_slice on commit drop as
        select account_id, member_id from account where holder <> 'house'
          and abs(mod(hashtextextended(account_id::text, 0), ${ACCOUNT_SLICES}))
            = any(${slicesSince(checkpoint.verifiedAt, now)}::integer[])
    `.execute(this.#trx);
    await sql`
      create temporary table ledger_recent on commit drop as
        select transfer_id, debit_account_id, credit_account_id, amount_coins, member_id, balance_after_coins, written_by
        from transfer where written_by >= ${checkpoint.writtenBefore}::bigint
    `.execute(this.#trx);
    await sql`
      create temporary table ledger_moved on commit drop as
        with recent as (
          select account_id, sum(coins)::bigint as coins,
            coalesce(sum(coins) filter (where written_by < ${oldest}::bigint), 0)::bigint as settled
          from ledger_recent, lateral (values (credit_account_id, amount_coins), (debit_account_id, -amount_coins))
            as side (account_id, coins)
          group by account_id
        ), beside as (
          select account_id from account where closed_at is not null and name like 'escrow:%'
          union all
          select account_id from ledger_slice
        )
        select account_id, coalesce(base.balance_coins, 0) + coalesce(recent.coins, 0) as coins,
          coalesce(base.balance_coins, 0) + coalesce(recent.settled, 0) as settled
        from recent full join beside using (account_id)
        left join ledger_checkpoint_balance as base using (account_id)
    `.execute(this.#trx);
    await sql`
      create temporary table ledger_latest on commit drop as
        with recent as (
          select distinct on (member_id) member_id, balance_after_coins as coins
          from ledger_recent where member_id is not null order by member_id, transfer_id desc
        )
        select member_id, coins from recent
        union all
        select slice.member_id, ended.coins
        from ledger_slice as slice, lateral (
          select balance_after_coins as coins from transfer where transfer.member_id = slice.member_id
          order by transfer_id desc limit 1
        ) as ended
        where not exists (select from recent where recent.member_id = slice.member_id)
    `.execute(this.#trx);
    await this.#analyze();
    const { rows } = await sql<{ transfers: number }>`
      select count(*) as transfers from ledger_recent`.execute(this.#trx);
    return rows[0]?.transfers ?? 0;
  }

  async #analyze(): Promise<void> {
    await sql`analyze ledger_moved`.execute(this.#trx);
    await sql`analyze ledger_latest`.execute(this.#trx);
  }

  /** Returns the broken invariants as sentences, for all accounts or only for the summed accounts. */
  async findFaults(scope: 'full' | 'incremental'): Promise<string[]> {
    const moved = sql.raw(scope === 'full' ? 'left join' : 'join');
    const { rows } = await sql<{ fault: string }>`
      with summed as (
        select account.account_id, name, holder, member_id, balance_coins, closed_at,
          coalesce(ledger_moved.coins, 0) as coins
        from account ${moved} ledger_moved using (account_id)
      )
      select format('%s holds %s, but its transfers sum to %s', name, balance_coins, coins) as fault
      from summed where holder <> 'house' and balance_coins <> coins
      union all
      select format('%s holds %s, but its history ends with %s', name, balance_coins, coalesce(latest.coins, 0))
      from summed left join ledger_latest as latest using (member_id)
      where holder = 'member' and balance_coins <> coalesce(latest.coins, 0)
      union all
      select format('%s is below nothing: %s', name, balance_coins)
      from summed where holder = 'member' and balance_coins < 0
      union all
      select format('%s is above nothing: %s', name, balance_coins)
      from summed where holder = 'receivable' and balance_coins > 0
      union all
      select format('%s is settled and holds %s', name, coins)
      from summed where name like 'escrow:%' and closed_at is not null and coins <> 0
      union all
      select format('corrections pays refunds only, and holds %s', coins)
      from summed where name = 'corrections' and coins > 0
      union all
      select format('a transfer names the account %s, which is not there', account_id)
      from ledger_moved left join account using (account_id) where account.account_id is null
      limit ${FAULTS_MAX}
    `.execute(this.#trx);
    return rows.map((row) => row.fault);
  }

  /** Returns the coins of each house account, of all members and of all debts. Call `sumAll` first. */
  async readBalances(): Promise<Record<string, number>> {
    const { rows } = await sql<{ name: string; coins: number }>`
      select case holder when 'house' then case when name like 'escrow:%' then 'escrows' else name end
          when 'member' then 'members' else 'receivables' end as name,
        sum(coins)::bigint as coins
      from account join ledger_moved using (account_id) group by 1 order by 1
    `.execute(this.#trx);
    return Object.fromEntries(rows.map(({ name, coins }) => [name, coins]));
  }

  /** Saves the settled sums as the verified sums. */
  async keepCheckpoint({ writtenBefore, cluster }: Checkpoint, at: Date): Promise<void> {
    await sql`
      insert into ledger_checkpoint_balance as base (account_id, balance_coins)
        select account_id, settled from ledger_moved where settled <> 0
          or exists (select from ledger_checkpoint_balance as known where known.account_id = ledger_moved.account_id)
      on conflict (account_id) do update set balance_coins = excluded.balance_coins
        where base.balance_coins <> excluded.balance_coins
    `.execute(this.#trx);
    await sql`
      insert into ledger_checkpoint (written_before, cluster, verified_at)
        values (${writtenBefore}, ${cluster}, ${at})
      on conflict (only_one) do update set written_before = excluded.written_before,
        cluster = excluded.cluster, verified_at = excluded.verified_at
    `.execute(this.#trx);
  }

  /** Deletes the checkpoint, so that the next check is a full check. */
  async dropCheckpoint(): Promise<void> {
    await this.#trx.deleteFrom('ledger_checkpoint').execute();
  }
}
