import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Database } from '../../../schema/database.ts';

export type SlipRow = Selectable<Database['payment_slip']>;

export interface NewSlip {
  readonly slipId: string;
  readonly orderId: string;
  readonly memberId: string;
  readonly fileHash: Buffer;
  readonly bankCode: string | null;
  readonly reference: string | null;
  readonly sentAt: Date;
  /** The first slip of the same transfer. */
  readonly firstSlipId?: string;
}

export interface SlipDecision extends AuditNote {
  readonly status: 'accepted' | 'rejected';
  readonly at: Date;
}

/** A page of slips: the oldest undecided slips after `position`, or the latest decided slips before `position`. */
export interface SlipPage {
  readonly state: 'waiting' | 'decided';
  readonly after: { readonly at: Date; readonly slipId: string } | null;
  readonly limit: number;
}

/** Reads and writes slips. No other file writes their table. */
export class SlipsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Adds a slip, unless its file or transfer was sent earlier. Waits for a concurrent transaction that adds
   * the same slip.
   *
   * @returns whether the slip was added
   */
  async insert(trx: Transaction<Database>, slip: NewSlip): Promise<boolean> {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('payment_slip')
      .values({
        payment_slip_id: slip.slipId,
        coin_order_id: slip.orderId,
        member_id: slip.memberId,
        file_hash: slip.fileHash,
        bank_code: slip.bankCode,
        reference: slip.reference,
        sent_at: slip.sentAt,
        status: 'sent',
        decided_at: null,
        first_slip_id: slip.firstSlipId ?? null,
        decided_by: null,
        decided_reason: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return added === 1n;
  }

  /** Returns the slips with the same file or transfer. */
  async findSame(
    trx: Transaction<Database>,
    { fileHash, bankCode, reference }: NewSlip,
  ): Promise<SlipRow[]> {
    return trx
      .selectFrom('payment_slip')
      .selectAll()
      .where(({ eb, or, and }) =>
        or([
          eb('file_hash', '=', fileHash),
          and([eb('bank_code', '=', bankCode), eb('reference', '=', reference)]),
        ]),
      )
      .execute();
  }

  async countOfOrder(trx: Transaction<Database>, orderId: string): Promise<number> {
    const { count } = await trx
      .selectFrom('payment_slip')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('coin_order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Returns an order's slips, latest first. */
  async findOfOrder(orderId: string): Promise<SlipRow[]> {
    return this.#db
      .selectFrom('payment_slip')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .orderBy('sent_at', 'desc')
      .execute();
  }

  /** Returns an order's undecided slips. The caller must have locked the order. */
  async findOpen(trx: Transaction<Database>, orderId: string): Promise<SlipRow[]> {
    return trx
      .selectFrom('payment_slip')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .where('status', '=', 'sent')
      .execute();
  }

  /** Returns one slip per order: the latest undecided slip, or else the latest slip. */
  async findLast(db: Kysely<Database>, orderIds: readonly string[]): Promise<SlipRow[]> {
    if (orderIds.length === 0) return [];
    return db
      .selectFrom('payment_slip')
      .selectAll()
      .distinctOn('coin_order_id')
      .where('coin_order_id', 'in', orderIds)
      .orderBy('coin_order_id')
      .orderBy(sql`status = 'sent'`, 'desc')
      .orderBy('sent_at', 'desc')
      .execute();
  }

  /** Returns a page of undecided slips, oldest first, or of decided slips, latest first. */
  async findPage({ state, after, limit }: SlipPage): Promise<SlipRow[]> {
    const isWaiting = state === 'waiting';
    return this.#db
      .selectFrom('payment_slip')
      .selectAll()
      .$if(isWaiting, (query) => query.where('status', '=', 'sent').orderBy('sent_at'))
      .$if(!isWaiting, (query) =>
        query.where('decided_at', 'is not', null).orderBy('decided_at', 'desc'),
      )
      .$if(after !== null, (query) =>
        query.where(
          isWaiting
            ? sql<boolean>`(sent_at, payment_slip_id) > (${after?.at}, ${after?.slipId}::uuid)`
            : sql<boolean>`(decided_at < ${after?.at}
                or (decided_at = ${after?.at} and payment_slip_id > ${after?.slipId}::uuid))`,
        ),
      )
      .orderBy('payment_slip_id')
      .limit(limit)
      .execute();
  }

  async findByIds(slipIds: readonly string[]): Promise<SlipRow[]> {
    return this.#db
      .selectFrom('payment_slip')
      .selectAll()
      .where('payment_slip_id', '=', sql<string>`any(${[...slipIds]}::uuid[])`)
      .execute();
  }

  /** Counts the rejected slips of members. */
  async countRejected(memberIds: readonly string[]) {
    return this.#db
      .selectFrom('payment_slip')
      .select(['member_id', sql<number>`count(*)::int`.as('slips')])
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .where('status', '=', 'rejected')
      .groupBy('member_id')
      .execute();
  }

  /** Counts the undecided slips. Also returns the time of the oldest. */
  async countWaiting(): Promise<{ slips: number; oldest: Date | null }> {
    return this.#db
      .selectFrom('payment_slip')
      .select([sql<number>`count(*)::int`.as('slips'), sql<Date | null>`min(sent_at)`.as('oldest')])
      .where('status', '=', 'sent')
      .executeTakeFirstOrThrow();
  }

  /** Returns an image that an earlier release stored. */
  async findPicture(slipId: string): Promise<Buffer | null> {
    const row = await this.#db
      .selectFrom('payment_slip_picture')
      .select('picture')
      .where('payment_slip_id', '=', slipId)
      .executeTakeFirst();
    return row?.picture ?? null;
  }

  async findOfMember(memberId: string, limit: number): Promise<SlipRow[]> {
    return this.#db
      .selectFrom('payment_slip')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy('sent_at', 'desc')
      .limit(limit)
      .execute();
  }

  /** Sets the status of those of the slips that are still undecided. */
  async decide(
    trx: Transaction<Database>,
    slipIds: readonly string[],
    { status, at, actor, reason }: SlipDecision,
  ): Promise<void> {
    await trx
      .updateTable('payment_slip')
      .set({ status, decided_at: at, decided_by: actor, decided_reason: reason })
      .where('payment_slip_id', '=', sql<string>`any(${[...slipIds]}::uuid[])`)
      .where('status', '=', 'sent')
      .execute();
  }
}
