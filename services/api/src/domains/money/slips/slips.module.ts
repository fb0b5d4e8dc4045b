import { hash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { type ReadSlip, readSlip } from './read-slip.ts';
import { type NewSlip, type SlipRow, SlipsStore } from './slips.store.ts';

export type { SlipRow } from './slips.store.ts';

/** Somebody has to look at each. */
const PER_ORDER_MAX = 5;
const RETRY_AFTER_S = 600;
const EXPORT_ROWS_MAX = 1_000;

/** A slip that was sent, read but not yet anybody's. */
export interface SentSlip extends ReadSlip {
  /** SHA-256 of what was sent. */
  readonly fileHash: Buffer;
}

export interface AddSlip {
  readonly slipId: string;
  readonly orderId: string;
  readonly memberId: MemberId;
  readonly slip: SentSlip;
  readonly sentAt: Date;
}

/** Slips of transfers: their pictures, the small QR code in them, and that none counts twice. Knows no order. */
export interface Slips {
  /**
   * Decodes what was sent and reads its code: before any transaction, since it takes a while.
   *
   * @throws {ApiError} `picture_invalid`, `unavailable`
   */
  read(bytes: Uint8Array): Promise<SentSlip>;
  /** Whether this member has sent this slip for this order before, and nobody has rejected it. */
  isSent(trx: Transaction<Database>, slip: AddSlip): Promise<boolean>;
  /**
   * Makes a slip an order's, in the caller's transaction. Sent again for the same order it stays the first one.
   *
   * @throws {ApiError} `slip_used` where its transfer or its file was sent for another order, or was rejected;
   *   `rate_limited` where the order has too many
   */
  add(trx: Transaction<Database>, slip: AddSlip): Promise<void>;
  /** The slips of an order that nobody has decided on: each may be of a transfer of its own. Lock the order before. */
  findOpen(trx: Transaction<Database>, orderId: string): Promise<readonly SlipRow[]>;
  /** What became of these slips. */
  decide(
    trx: Transaction<Database>,
    slips: readonly SlipRow[],
    status: 'accepted' | 'rejected',
    now: Date,
  ): Promise<void>;
  /**
   * Of each of these orders that has slips the latest that nobody has decided on, else the latest, by order; `within` a
   * transaction where one is given.
   */
  findLast(
    orderIds: readonly string[],
    within?: Kysely<Database>,
  ): Promise<ReadonlyMap<string, SlipRow>>;
  /** The slips of an order for an operator, the latest first. */
  list(orderId: string): Promise<SlipRow[]>;
  /** Orders with a slip that nobody has decided on, the oldest first. */
  findUndecided(limit: number): Promise<string[]>;
  /** A slip's picture, WebP; `null` where there is none. Names and accounts of people: for operators alone. */
  readPicture(slipId: string): Promise<Buffer | null>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

function toRow({ slip: { fileHash, qr }, ...sent }: AddSlip): NewSlip {
  const { bankCode, reference } = qr ?? { bankCode: null, reference: null };
  return { ...sent, fileHash, bankCode, reference };
}

const isOwn = (one: SlipRow, { orderId, memberId }: AddSlip): boolean =>
  one.coin_order_id === orderId && one.member_id === memberId && one.status !== 'rejected';

async function addSlip(
  store: SlipsStore,
  trx: Transaction<Database>,
  added: AddSlip,
): Promise<void> {
  const row = toRow(added);
  if (!(await store.insert(trx, row))) {
    const same = await store.findSame(trx, row);
    if (same.every((one) => isOwn(one, added))) return;
    throw new ApiError('slip_used');
  }
  if ((await store.countOfOrder(trx, added.orderId)) > PER_ORDER_MAX) {
    throw new ApiError('rate_limited', { retryAfterS: RETRY_AFTER_S });
  }
  await store.addPicture(trx, added.slipId, added.slip.picture);
}

/** What a member's export says of a slip. */
const present = (slip: SlipRow) => ({
  order_id: slip.coin_order_id,
  bank_code: slip.bank_code,
  reference: slip.reference,
  status: slip.status,
  sent_at: slip.sent_at.toISOString(),
});

/** Slips on this database, with their pictures. */
export function createSlips(db: Kysely<Database>, logger: Logger): Slips {
  const store = new SlipsStore(db);
  return {
    read: async (bytes) => ({
      fileHash: hash('sha256', bytes, 'buffer'),
      ...(await readSlip(bytes, logger)),
    }),
    isSent: async (trx, slip) => {
      const same = await store.findSame(trx, toRow(slip));
      return same.length > 0 && same.every((one) => isOwn(one, slip));
    },
    add: (trx, slip) => addSlip(store, trx, slip),
    findOpen: (trx, orderId) => store.findOpen(trx, orderId),
    decide: (trx, slips, status, now) =>
      store.decide(
        trx,
        slips.map(({ payment_slip_id: slipId }) => slipId),
        status,
        now,
      ),
    findLast: async (orderIds, within) =>
      new Map(
        (await store.findLast(within ?? db, orderIds)).map((slip) => [slip.coin_order_id, slip]),
      ),
    list: (orderId) => store.findOfOrder(orderId),
    findUndecided: (limit) => store.findUndecided(limit),
    readPicture: (slipId) => store.findPicture(slipId),
    exportOf: async (memberId) => ({
      payment_slips: (await store.findOfMember(memberId, EXPORT_ROWS_MAX)).map(present),
    }),
  };
}
