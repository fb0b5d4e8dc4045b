import type { MovementAbout, MovementKind } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readPages } from '../../../platform/http/read-pages.ts';
import type { Database } from '../../../schema/database.ts';

/** A transfer of coins between two accounts. Its idempotency key is unique. */
export interface Posting {
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly coins: number;
  readonly idempotencyKey: string;
}

export interface NewTransfer extends Posting {
  readonly kind: MovementKind;
  readonly about: MovementAbout | null;
  /** The member whose wallet changes, with the new balance; `null` if no wallet changes. */
  readonly history: { readonly memberId: string; readonly balanceAfter: number } | null;
}

/** An account with a stored balance. The transaction that read it has locked it. */
export interface BalanceAccount {
  readonly accountId: string;
  /** `null` for a debt. */
  readonly memberId: string | null;
  readonly isClosed: boolean;
  /** The balance, updated by postings of the same transaction. Negative for a debt. */
  coins: number;
}

/** Gifts of a bout to refund. */
export interface GiftRefunds {
  readonly matchLiveId: string;
  /** Shown in the members' history. */
  readonly about: MovementAbout;
  readonly refunds: readonly {
    readonly memberId: string;
    /** Whole coins. A corner with 0 coins is skipped. */
    readonly red: number;
    readonly blue: number;
  }[];
}

/** Gifts to one corner that the house refunds after the settlement. */
export interface CorrectionRefunds {
  readonly matchLiveId: string;
  readonly corner: Corner;
  /** Shown in the members' history. */
  readonly about: MovementAbout;
  readonly refunds: readonly {
    readonly memberId: string;
    /** Whole and above zero. */
    readonly coins: number;
  }[];
}

export interface MovementQuery {
  readonly kind?: MovementKind | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
  /** The id of the last movement of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface MovementRow {
  readonly transfer_id: string;
  readonly kind: MovementKind;
  readonly about: unknown;
  readonly at: Date;
  readonly balance_after: number;
  readonly coins: number;
}

/** Reads and writes the accounts and transfers of the ledger. */
export class WalletStore {
  readonly #db: Kysely<Database>;
  /** Cached forever, because house accounts are never deleted. */
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

  async findBalance(
    memberId: string,
    on: Kysely<Database> = this.#db,
  ): Promise<number | undefined> {
    const row = await on
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

  /** Returns members who have coins in a closed wallet. */
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

  /** Returns a page of a member's movements, latest first. Credits are positive. */
  async findMovements(
    memberId: string,
    { kind, from, before, after, limit }: MovementQuery,
  ): Promise<MovementRow[]> {
    return this.#db
      .selectFrom('transfer')
      .innerJoin('account', (join) => join.onRef('account.member_id', '=', 'transfer.member_id'))
      .select((row) => [
        'transfer_id',
        'kind',
        'about',
        'transfer.created_at as at',
        row.ref('balance_after_coins').$notNull().as('balance_after'),
        row
          .case()
          .when('credit_account_id', '=', row.ref('account.account_id'))
          .then(row.ref('amount_coins'))
          .else(sql<number>`-amount_coins`)
          .end()
          .as('coins'),
      ])
      .where('transfer.member_id', '=', memberId)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind as MovementKind))
      .$if(from !== undefined, (query) => query.where('transfer.created_at', '>=', from as Date))
      .$if(before !== undefined, (query) => query.where('transfer.created_at', '<', before as Date))
      .$if(after !== undefined, (query) => query.where('transfer_id', '<', after as string))
      .orderBy('transfer_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Yields a member's movements page by page, latest first. */
  pageMovements(
    memberId: string,
    wanted: Omit<MovementQuery, 'after' | 'limit'>,
    rowsMax: number,
  ): AsyncGenerator<readonly MovementRow[]> {
    return readPages<MovementRow>(
      (last, limit) => this.findMovements(memberId, { ...wanted, after: last?.transfer_id, limit }),
      rowsMax,
    );
  }

  /** Yields the ids of a member's gifts, which are the ids of their transfers, page by page, latest first. */
  pageGiftIds(memberId: string, rowsMax: number): AsyncGenerator<readonly string[]> {
    return readPages<string>(async (last, limit) => {
      const rows = await this.#db
        .selectFrom('transfer')
        .select('transfer_id')
        .where('member_id', '=', memberId)
        .where('kind', '=', 'gift')
        .$if(last !== undefined, (query) => query.where('transfer_id', '<', last as string))
        .orderBy('transfer_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => row.transfer_id);
    }, rowsMax);
  }

  /** Returns the id of a house account. Opens a partner's account if it does not exist yet. */
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
    // The id is not cached here, since this transaction may still be rolled back.
    const opened = await find();
    if (opened === undefined) throw new Error(`the account ${name} could not be opened`);
    return opened.account_id;
  }

  /**
   * Locks a member's wallet until the transaction ends. A stronger lock than `no key update` would conflict with the
   * locks of the transfers' foreign keys, and two credits of one wallet would deadlock.
   */
  async lockWallet(trx: Transaction<Database>, memberId: string): Promise<BalanceAccount> {
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

  /**
   * Locks a member's debt. The caller must have locked the wallet first. Returns `undefined` if the member
   * never had a debt.
   */
  async lockDebt(
    trx: Transaction<Database>,
    memberId: string,
  ): Promise<BalanceAccount | undefined> {
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

  /** Locks a member's debt account. Opens the account if it is missing. */
  async openDebt(trx: Transaction<Database>, memberId: string): Promise<BalanceAccount> {
    await trx
      .insertInto('account')
      .values({ name: `receivable:${memberId}`, holder: 'receivable' })
      .onConflict((conflict) => conflict.constraint('account_name_key').doNothing())
      .execute();
    const debt = await this.lockDebt(trx, memberId);
    if (debt === undefined) throw new Error(`the debt of ${memberId} could not be opened`);
    return debt;
  }

  /** Returns a member's debt in whole coins. */
  async findOwed(memberId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('account')
      .select('balance_coins')
      .where('name', '=', `receivable:${memberId}`)
      .executeTakeFirst();
    return Math.max(0, -(row?.balance_coins ?? 0));
  }

  /** Inserts a transfer. Returns `false` if its idempotency key is already used. */
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

  /** Adds to a stored balance. The caller must have locked the account. */
  async addToBalance(trx: Transaction<Database>, accountId: string, coins: number): Promise<void> {
    await sql`update account set balance_coins = balance_coins + ${coins}::bigint
      where account_id = ${accountId}`.execute(trx);
  }

  /**
   * Refunds gifts from a bout's escrows. The SQL function locks the wallets in a fixed order. Returns the
   * refunded coins.
   */
  async refundGifts(trx: Transaction<Database>, refund: GiftRefunds): Promise<number> {
    const { rows } = await sql<{ coins: number }>`
      select refund_gifts(${refund.matchLiveId}::uuid, ${JSON.stringify(refund.about)}::jsonb,
        ${refund.refunds.map(({ memberId }) => memberId)}::uuid[],
        ${refund.refunds.map(({ red }) => red)}::bigint[],
        ${refund.refunds.map(({ blue }) => blue)}::bigint[]) as coins
    `.execute(trx);
    return rows[0]?.coins ?? 0;
  }

  /** Refunds gifts from `corrections`, once per member and corner. Returns the members that this call refunded. */
  async refundCorrected(
    trx: Transaction<Database>,
    { matchLiveId, corner, about, refunds }: CorrectionRefunds,
  ): Promise<CorrectionRefunds['refunds']> {
    const { rows } = await sql<{ memberId: string; coins: number }>`
      select paid_member as "memberId", paid_coins as coins
      from refund_corrected_gifts(${matchLiveId}::uuid, ${corner}, ${JSON.stringify(about)}::jsonb,
        ${refunds.map(({ memberId }) => memberId)}::uuid[], ${refunds.map(({ coins }) => coins)}::bigint[])
    `.execute(trx);
    return rows;
  }

  /**
   * Closes a bout's escrows. Returns the coins that were transferred to the house. Fails if an escrow still
   * has other coins.
   */
  async closeEscrows(
    trx: Transaction<Database>,
    matchLiveId: string,
    keep: { readonly red: boolean; readonly blue: boolean },
  ): Promise<number> {
    const { rows } = await sql<{ coins: number }>`
      select close_escrows(${matchLiveId}::uuid, ${keep.red}, ${keep.blue}) as coins
    `.execute(trx);
    return rows[0]?.coins ?? 0;
  }

  async findWallets(
    memberIds: readonly string[],
  ): Promise<{ member_id: string; balance: number; owed: number }[]> {
    const { rows } = await sql<{ member_id: string; balance: number; owed: number }>`
      select wallet.member_id, wallet.balance_coins as balance,
        greatest(0, -coalesce(debt.balance_coins, 0))::bigint as owed
      from account as wallet
      left join account as debt on debt.name = 'receivable:' || wallet.member_id::text
      where wallet.member_id = any(${[...memberIds]}::uuid[])
    `.execute(this.#db);
    return rows;
  }
}
