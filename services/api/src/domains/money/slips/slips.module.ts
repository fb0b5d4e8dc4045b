import { hash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Database } from '../../../schema/database.ts';
import { type ReadSlip, readSlip } from './read-slip.ts';
import { createSlipPictures } from './slip-pictures.ts';
import {
  type NewSlip,
  type SlipDecision,
  type SlipPage,
  type SlipRow,
  SlipsStore,
} from './slips.store.ts';

export type { SlipDecision, SlipPage, SlipRow } from './slips.store.ts';

/** Maximum number of slips per order. An operator must check each slip. */
const PER_ORDER_MAX = 5;
const RETRY_AFTER_S = 600;
const EXPORT_ROWS_MAX = 1_000;

/** A slip that was read but does not belong to an order yet. */
export interface SentSlip extends ReadSlip {
  /** SHA-256 of the sent file. */
  readonly fileHash: Buffer;
}

export interface AddSlip {
  readonly slipId: string;
  readonly orderId: string;
  readonly memberId: MemberId;
  readonly slip: SentSlip;
  readonly sentAt: Date;
}

/** The slips of transfers, with their images and QR codes. Ensures that no transfer counts twice. */
export interface Slips {
  /**
   * Decodes a sent image and reads its QR code. Call it outside a transaction, since it is slow.
   *
   * @throws {ApiError} `picture_invalid`, `unavailable`
   */
  read(bytes: Uint8Array): Promise<SentSlip>;
  /**
   * Stores the image of a slip that will be added. Call it outside a transaction, since the storage may be
   * slow. Remove the image if the slip is not added.
   *
   * @throws {ObjectStoreError} if the storage refuses or does not respond
   */
  storePicture(slipId: string, picture: Uint8Array): Promise<void>;
  removePicture(slipId: string): Promise<void>;
  /** Returns whether the member has already sent this slip for this order and the slip was not rejected. */
  isSent(trx: Transaction<Database>, slip: AddSlip): Promise<boolean>;
  /**
   * Adds a slip to an order in the caller's transaction. Idempotent for the same order. A different image of a
   * transfer that was sent earlier is added with a reference to the first slip, which an operator compares.
   *
   * @throws {ApiError} `slip_used` if the same file was sent for another order or was rejected; `rate_limited` if
   *   the order has too many slips
   */
  add(trx: Transaction<Database>, slip: AddSlip): Promise<void>;
  /**
   * Returns an order's undecided slips. Each may belong to a separate transfer. The caller must have locked
   * the order.
   */
  findOpen(trx: Transaction<Database>, orderId: string): Promise<readonly SlipRow[]>;
  /** Accepts or rejects those of the slips that are still undecided. */
  decide(
    trx: Transaction<Database>,
    slips: readonly SlipRow[],
    decision: SlipDecision,
  ): Promise<void>;
  /** Returns one slip per order, by order id: the latest undecided slip, or else the latest slip. */
  findLast(
    orderIds: readonly string[],
    within?: Kysely<Database>,
  ): Promise<ReadonlyMap<string, SlipRow>>;
  /** Returns an order's slips, latest first. */
  list(orderId: string): Promise<SlipRow[]>;
  /** Returns a page of undecided slips, oldest first, or of decided slips, latest first. */
  findPage(page: SlipPage): Promise<SlipRow[]>;
  findByIds(slipIds: readonly string[]): Promise<SlipRow[]>;
  /** Counts the rejected slips of members, by member id. */
  countRejected(memberIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Counts the undecided slips. Also returns the time of the oldest. */
  countWaiting(): Promise<{ readonly slips: number; readonly oldest: Date | null }>;
  /** Returns the image of a slip (WebP) or `null`. For operators only, because it shows names and account numbers. */
  readPicture(slipId: string): Promise<Buffer | null>;
  /** Returns a member's slips for the data export. */
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
    if (same.some((one) => isOwn(one, added))) return;
    const first = same.find((one) => one.first_slip_id === null);
    const isKnownFile = same.some((one) => one.file_hash.equals(row.fileHash));
    if (isKnownFile || first === undefined) throw new ApiError('slip_used');
    const again = { ...row, firstSlipId: first.payment_slip_id };
    if (!(await store.insert(trx, again))) throw new ApiError('slip_used');
  }
  if ((await store.countOfOrder(trx, added.orderId)) > PER_ORDER_MAX) {
    throw new ApiError('rate_limited', { retryAfterS: RETRY_AFTER_S });
  }
}

/** Presents a slip for a member's data export. */
const present = (slip: SlipRow) => ({
  order_id: slip.coin_order_id,
  bank_code: slip.bank_code,
  reference: slip.reference,
  status: slip.status,
  sent_at: slip.sent_at.toISOString(),
});

export function createSlips(db: Kysely<Database>, objects: ObjectStore, logger: Logger): Slips {
  const store = new SlipsStore(db);
  const pictures = createSlipPictures(objects);
  return {
    read: async (bytes) => ({
      fileHash: hash('sha256', bytes, 'buffer'),
      ...(await readSlip(bytes, logger)),
    }),
    storePicture: pictures.write,
    removePicture: pictures.remove,
    isSent: async (trx, slip) => {
      const same = await store.findSame(trx, toRow(slip));
      return same.some((one) => isOwn(one, slip));
    },
    add: (trx, slip) => addSlip(store, trx, slip),
    findOpen: (trx, orderId) => store.findOpen(trx, orderId),
    decide: (trx, slips, decision) =>
      store.decide(
        trx,
        slips.map(({ payment_slip_id: slipId }) => slipId),
        decision,
      ),
    findLast: async (orderIds, within) =>
      new Map(
        (await store.findLast(within ?? db, orderIds)).map((slip) => [slip.coin_order_id, slip]),
      ),
    list: (orderId) => store.findOfOrder(orderId),
    findPage: (page) => store.findPage(page),
    findByIds: async (slipIds) => (slipIds.length === 0 ? [] : store.findByIds(slipIds)),
    countRejected: async (memberIds) =>
      new Map((await store.countRejected(memberIds)).map((row) => [row.member_id, row.slips])),
    countWaiting: () => store.countWaiting(),
    // Earlier releases stored images in the database.
    readPicture: async (slipId) => (await pictures.read(slipId)) ?? store.findPicture(slipId),
    exportOf: async (memberId) => ({
      payment_slips: (await store.findOfMember(memberId, EXPORT_ROWS_MAX)).map(present),
    }),
  };
}
