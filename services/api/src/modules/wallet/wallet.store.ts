import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

/** A posting before it is a row: coins that go from one account to another. */
export interface Posting {
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly coins: number;
  readonly kind: string;
  readonly idempotencyKey: string;
}

/** The only SQL that names the tables of the ledger. */
export class WalletStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async openMemberAccount(trx: Transaction<Database>, memberId: string): Promise<void> {
    await trx
      .insertInto('account')
      .values({ name: `member:${memberId}`, member_id: memberId })
      .execute();
  }

  async findBalance(memberId: string): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('account')
      .select('balance_coins')
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    return row?.balance_coins;
  }

  /** The balance of a member's wallet, which nobody moves until the transaction ends. */
  async lockBalance(trx: Transaction<Database>, memberId: string): Promise<number> {
    const row = await trx
      .selectFrom('account')
      .select('balance_coins')
      .where('member_id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row?.balance_coins ?? 0;
  }

  async closeMemberAccount(trx: Transaction<Database>, memberId: string): Promise<void> {
    await trx
      .updateTable('account')
      .set({ closed_at: sql<Date>`now()` })
      .where('member_id', '=', memberId)
      .execute();
  }

  /** Members whose wallet is closed and holds something nevertheless. */
  async findClosedWithCoins(limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('account')
      .select('member_id')
      .where('closed_at', 'is not', null)
      .where('balance_coins', '>', 0)
      .limit(limit)
      .execute();
    return rows.flatMap((row) => row.member_id ?? []);
  }

  /** A member's movements, the latest first; what came in is above zero. */
  async findForExport(memberId: string, limit: number) {
    const { rows } = await sql<{ transfer_id: string; coins: number; kind: string; at: Date }>`
      select transfer_id, kind, transfer.created_at as at,
        case when credit_account_id = account.account_id then amount_coins else -amount_coins end as coins
      from account
      join transfer on account.account_id in (credit_account_id, debit_account_id)
      where account.member_id = ${memberId}
      order by transfer_id desc limit ${limit}
    `.execute(this.#db);
    return rows;
  }

  async findAccountId(trx: Transaction<Database>, name: string): Promise<string> {
    const row = await trx
      .selectFrom('account')
      .select('account_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow(() => new Error(`the ledger has no account ${name}`));
    return row.account_id;
  }

  /** Whether the posting was made now; a key that was used before makes none. */
  async insertTransfer(trx: Transaction<Database>, posting: Posting): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('transfer')
      .values({
        debit_account_id: posting.debitAccountId,
        credit_account_id: posting.creditAccountId,
        amount_coins: posting.coins,
        kind: posting.kind,
        idempotency_key: posting.idempotencyKey,
      })
      .onConflict((conflict) => conflict.constraint('transfer_idempotency_key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Whether the transfer of this key is this posting and no other. */
  async isSamePosting(trx: Transaction<Database>, posting: Posting): Promise<boolean> {
    const row = await trx
      .selectFrom('transfer')
      .select('transfer_id')
      .where('idempotency_key', '=', posting.idempotencyKey)
      .where('debit_account_id', '=', posting.debitAccountId)
      .where('credit_account_id', '=', posting.creditAccountId)
      .where('amount_coins', '=', posting.coins)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Adds to the balances of the two accounts, of members alone: accounts of the house would be rows that every call
   * waits for, so theirs are summed when they are read. A stronger lock than `no key update` would meet those of the
   * transfers' foreign keys, and two credits of one wallet would each wait for the other.
   */
  async moveBalances(trx: Transaction<Database>, posting: Posting): Promise<void> {
    await sql`
      with locked as (
        select account_id from account
        where account_id in (${posting.debitAccountId}, ${posting.creditAccountId})
          and member_id is not null
        order by account_id for no key update
      )
      update account set balance_coins = balance_coins
        + case when account.account_id = ${posting.creditAccountId} then ${posting.coins}::bigint
               else -${posting.coins}::bigint end
      from locked where account.account_id = locked.account_id
    `.execute(trx);
  }

  /**
   * What is wrong with the ledger, in words; nothing, when it is right. For the hourly check and after every test of
   * concurrency.
   */
  async findFaults(): Promise<string[]> {
    const { rows } = await sql<{ fault: string }>`
      with moved as (
        select account_id, coalesce(sum(coins), 0)::bigint as coins
        from (
          select credit_account_id as account_id, amount_coins as coins from transfer
          union all
          select debit_account_id, -amount_coins from transfer
        ) as side group by account_id
      )
      select format('%s holds %s, but its transfers sum to %s',
        account.name, account.balance_coins, coalesce(moved.coins, 0)) as fault
      from account left join moved using (account_id)
      where account.member_id is not null and account.balance_coins <> coalesce(moved.coins, 0)
      union all
      select format('%s is below nothing: %s', name, balance_coins)
      from account where member_id is not null and balance_coins < 0
      union all
      select format('all balances sum to %s', sum(coins)) from moved having sum(coins) <> 0
    `.execute(this.#db);
    return rows.map((row) => row.fault);
  }
}
