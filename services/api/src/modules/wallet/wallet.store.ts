import type { MovementAbout, MovementKind } from '@sangwian/contract/endpoints/coins';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Coins that go from one account to another, once for a key. */
export interface Posting {
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly coins: number;
  readonly idempotencyKey: string;
}

/** A posting before it is a row. */
export interface NewTransfer extends Posting {
  readonly kind: MovementKind;
  readonly about: MovementAbout | null;
  /** Whose wallet it moves, and what that holds then; `null` where it moves none. */
  readonly history: { readonly memberId: string; readonly balanceAfter: number } | null;
}

/** An account whose balance stands in its row, locked by the transaction that read it. */
export interface KeptAccount {
  readonly accountId: string;
  /** `null`: a debt. */
  readonly memberId: string | null;
  readonly isClosed: boolean;
  /** Kept up to date by what is posted in the same transaction; a debt's is below nothing. */
  coins: number;
}

/** The only SQL that names the tables of the ledger. */
export class WalletStore {
  readonly #db: Kysely<Database>;
  /** Accounts of the house never go and never change their id. */
  readonly #houseIds = new Map<string, string>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async openMemberAccount(trx: Transaction<Database>, memberId: string): Promise<void> {
    await trx
      .insertInto('account')
      .values({ name: `member:${memberId}`, member_id: memberId, holder: 'member' })
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

  /** The id of an account of the house; of a partner it is opened with its first transfer. */
  async houseAccountId(trx: Transaction<Database>, name: string): Promise<string> {
    const known = this.#houseIds.get(name);
    if (known !== undefined) return known;
    const find = () =>
      trx
        .selectFrom('account')
        .select('account_id')
        .where('name', '=', name)
        .where('holder', '=', 'house')
        .executeTakeFirst();
    const found = await find();
    if (found !== undefined) {
      this.#houseIds.set(name, found.account_id);
      return found.account_id;
    }
    if (!name.startsWith('partner:')) throw new Error(`the ledger has no account ${name}`);
    await trx
      .insertInto('account')
      .values({ name })
      .onConflict((conflict) => conflict.constraint('account_name_key').doNothing())
      .execute();
    // Not remembered: this transaction may still be rolled back.
    const opened = await find();
    if (opened === undefined) throw new Error(`the account ${name} could not be opened`);
    return opened.account_id;
  }

  /**
   * A member's wallet, which nobody else moves until the transaction ends. A stronger lock than `no key update` would
   * meet those of the transfers' foreign keys, and two credits of one wallet would each wait for the other.
   */
  async lockWallet(trx: Transaction<Database>, memberId: string): Promise<KeptAccount> {
    const row = await trx
      .selectFrom('account')
      .select(['account_id', 'balance_coins', 'closed_at'])
      .where('member_id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new Error(`member ${memberId} has no wallet`));
    return {
      accountId: row.account_id,
      memberId,
      isClosed: row.closed_at !== null,
      coins: row.balance_coins,
    };
  }

  /** What a member owes, locked; after its wallet, always. `undefined` where it never owed anything. */
  async lockDebt(trx: Transaction<Database>, memberId: string): Promise<KeptAccount | undefined> {
    const row = await trx
      .selectFrom('account')
      .select(['account_id', 'balance_coins'])
      .where('name', '=', `receivable:${memberId}`)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : { accountId: row.account_id, memberId: null, isClosed: false, coins: row.balance_coins };
  }

  /** The same, opened where it was not yet there. */
  async openDebt(trx: Transaction<Database>, memberId: string): Promise<KeptAccount> {
    await trx
      .insertInto('account')
      .values({ name: `receivable:${memberId}`, holder: 'receivable' })
      .onConflict((conflict) => conflict.constraint('account_name_key').doNothing())
      .execute();
    const debt = await this.lockDebt(trx, memberId);
    if (debt === undefined) throw new Error(`the debt of ${memberId} could not be opened`);
    return debt;
  }

  /** What a member owes: whole coins, 0 or more. */
  async findOwed(memberId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('account')
      .select('balance_coins')
      .where('name', '=', `receivable:${memberId}`)
      .executeTakeFirst();
    return Math.max(0, -(row?.balance_coins ?? 0));
  }

  /** Whether the transfer was made now; a key that was used before makes none. */
  async insertTransfer(trx: Transaction<Database>, transfer: NewTransfer): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('transfer')
      .values({
        debit_account_id: transfer.debitAccountId,
        credit_account_id: transfer.creditAccountId,
        amount_coins: transfer.coins,
        kind: transfer.kind,
        idempotency_key: transfer.idempotencyKey,
        member_id: transfer.history?.memberId ?? null,
        balance_after_coins: transfer.history?.balanceAfter ?? null,
        about: transfer.about === null ? null : JSON.stringify(transfer.about),
      })
      .onConflict((conflict) => conflict.constraint('transfer_idempotency_key').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** What was posted with a key, if anything was. */
  async findPosting(trx: Transaction<Database>, key: string): Promise<Posting | undefined> {
    const row = await trx
      .selectFrom('transfer')
      .select(['debit_account_id', 'credit_account_id', 'amount_coins'])
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    return row === undefined
      ? undefined
      : {
          debitAccountId: row.debit_account_id,
          creditAccountId: row.credit_account_id,
          coins: row.amount_coins,
          idempotencyKey: key,
        };
  }

  /** Adds to a kept balance; the row is locked by this transaction. */
  async addToBalance(trx: Transaction<Database>, accountId: string, coins: number): Promise<void> {
    await sql`update account set balance_coins = balance_coins + ${coins}::bigint
      where account_id = ${accountId}`.execute(trx);
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
      where account.holder <> 'house' and account.balance_coins <> coalesce(moved.coins, 0)
      union all
      select format('%s is below nothing: %s', name, balance_coins)
      from account where member_id is not null and balance_coins < 0
      union all
      select format('all balances sum to %s', sum(coins)) from moved having sum(coins) <> 0
    `.execute(this.#db);
    return rows.map((row) => row.fault);
  }
}
