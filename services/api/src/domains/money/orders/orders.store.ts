import type { OrderReason, OrderStatus } from '@sangwian/contract/endpoints/orders';
import { type InsertObject, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { OPEN_STATUSES } from './order-rules.ts';

export type OrderRow = Selectable<Database['coin_order']>;
export type NewOrder = InsertObject<Database, 'coin_order'>;
export type EventRow = Selectable<Database['order_event']>;

/** An event of an order, with the status of the order after the event. */
export interface NewEvent {
  readonly orderId: string;
  readonly attemptId: string | null;
  /** For example `member`, `job`, `provider:omise`, `operator:name` or `partner:id`. */
  readonly actor: string;
  readonly what: string;
  readonly statusAfter: OrderStatus;
  readonly reason: OrderReason | null;
  readonly details?: unknown;
  readonly at: Date;
}

/** A query for a page of a member's orders that are older than `before`. */
export interface OrderPage {
  readonly memberId: string;
  readonly status: OrderStatus | undefined;
  readonly before: string | null;
  readonly limit: number;
}

/** Reads and writes orders and their events. No other file writes their tables. */
export class OrdersStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Adds an order. Returns `undefined` if its number is taken. */
  async insert(trx: Transaction<Database>, order: NewOrder): Promise<OrderRow | undefined> {
    return trx
      .insertInto('coin_order')
      .values(order)
      .onConflict((conflict) => conflict.constraint('coin_order_number_key').doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  /** Locks an order against changes until the transaction ends. Foreign key checks do not wait for this lock. */
  async lock(trx: Transaction<Database>, orderId: string): Promise<OrderRow | undefined> {
    return trx
      .selectFrom('coin_order')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async find(orderId: string, on: Kysely<Database> = this.#db): Promise<OrderRow | undefined> {
    return on
      .selectFrom('coin_order')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .executeTakeFirst();
  }

  async findByNumber(number: string): Promise<OrderRow | undefined> {
    return this.#db
      .selectFrom('coin_order')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst();
  }

  /** Returns a page of a member's orders, latest first. */
  async findPage({ memberId, status, before, limit }: OrderPage): Promise<OrderRow[]> {
    return this.#db
      .selectFrom('coin_order')
      .selectAll()
      .where('member_id', '=', memberId)
      .$if(status !== undefined, (query) => query.where('status', '=', status as OrderStatus))
      .$if(before !== null, (query) => query.where('coin_order_id', '<', before as string))
      .orderBy('coin_order_id', 'desc')
      .limit(limit)
      .execute();
  }

  async countOpen(trx: Transaction<Database>, memberId: string): Promise<number> {
    const { open } = await trx
      .selectFrom('coin_order')
      .select(sql<number>`count(*)::int`.as('open'))
      .where('member_id', '=', memberId)
      .where('status', 'in', OPEN_STATUSES)
      .executeTakeFirstOrThrow();
    return open;
  }

  /** Sums the satang of a member's orders since `since` that are paid or can still be paid. */
  async sumSpent(on: Kysely<Database>, memberId: string, since: Date): Promise<number> {
    const { satang } = await on
      .selectFrom('coin_order')
      .select(sql<number>`coalesce(sum(amount_satang), 0)::bigint`.as('satang'))
      .where('member_id', '=', memberId)
      .where((either) =>
        either.or([
          either('paid_at', '>=', since).and('status', '=', 'paid'),
          either('created_at', '>=', since).and('status', 'in', OPEN_STATUSES),
        ]),
      )
      .executeTakeFirstOrThrow();
    return satang;
  }

  async set(
    trx: Transaction<Database>,
    orderId: string,
    change: Partial<
      Pick<OrderRow, 'status' | 'reason' | 'method' | 'paid_attempt_id' | 'paid_at' | 'expires_at'>
    >,
  ): Promise<void> {
    await trx.updateTable('coin_order').set(change).where('coin_order_id', '=', orderId).execute();
  }

  /** Cancels a member's orders that have no attempt yet, and returns them. */
  async cancelWaiting(trx: Transaction<Database>, memberId: string): Promise<OrderRow[]> {
    return trx
      .updateTable('coin_order')
      .set({ status: 'cancelled', reason: null })
      .where('member_id', '=', memberId)
      .where('status', '=', 'waiting')
      .returningAll()
      .execute();
  }

  /** Returns open orders past their expiry, the earliest expired first. */
  async findPastExpiry(now: Date, after: OrderRow | null, limit: number): Promise<OrderRow[]> {
    return this.#db
      .selectFrom('coin_order')
      .selectAll()
      .where('status', 'in', ['waiting', 'pending'])
      .where('expires_at', '<=', now)
      .$if(after !== null, (query) =>
        query.where(
          sql<boolean>`(expires_at, coin_order_id) > (${after?.expires_at}, ${after?.coin_order_id})`,
        ),
      )
      .orderBy('expires_at')
      .orderBy('coin_order_id')
      .limit(limit)
      .execute();
  }

  /** Sums the satang of paid orders on a ledger account since `since`, of one member or of all. */
  async sumAccountSatang(
    trx: Transaction<Database>,
    account: OrderRow['ledger_account'],
    since: Date,
    memberId: string | undefined,
  ): Promise<number> {
    const { satang } = await trx
      .selectFrom('coin_order')
      .select(sql<number>`coalesce(sum(amount_satang), 0)::bigint`.as('satang'))
      .where('ledger_account', '=', account)
      .where('paid_at', '>=', since)
      .where('status', '=', 'paid')
      .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId as string))
      .executeTakeFirstOrThrow();
    return satang;
  }

  async addEvent(trx: Transaction<Database>, event: NewEvent): Promise<void> {
    await trx
      .insertInto('order_event')
      .values({
        coin_order_id: event.orderId,
        payment_attempt_id: event.attemptId,
        created_by: event.actor,
        what: event.what,
        status_after: event.statusAfter,
        reason: event.reason,
        details: event.details === undefined ? null : JSON.stringify(event.details),
        created_at: event.at,
      })
      .execute();
  }

  /** Counts an order's events of one kind. The caller must have locked the order. */
  async countEvents(trx: Transaction<Database>, orderId: string, what: string): Promise<number> {
    const { times } = await trx
      .selectFrom('order_event')
      .select(sql<number>`count(*)::int`.as('times'))
      .where('coin_order_id', '=', orderId)
      .where('what', '=', what)
      .executeTakeFirstOrThrow();
    return times;
  }

  /** Returns an order's events, oldest first. */
  async findEvents(orderId: string): Promise<EventRow[]> {
    return this.#db
      .selectFrom('order_event')
      .selectAll()
      .where('coin_order_id', '=', orderId)
      .orderBy('order_event_id')
      .execute();
  }

  /** Counts open orders by status and method. */
  async countOpenByMethod() {
    return this.#db
      .selectFrom('coin_order')
      .select(['status', 'method', sql<number>`count(*)::int`.as('orders')])
      .where('status', 'in', OPEN_STATUSES)
      .groupBy(['status', 'method'])
      .execute();
  }
}
