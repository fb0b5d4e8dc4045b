import { hash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type ReadSlip, readSlip } from './read-slip.ts';
import { SlipShelf } from './slip-shelf.ts';
import { type SlipRow, SlipsStore } from './slips.store.ts';

export type { SlipRow } from './slips.store.ts';

const SHOWN_MAX = 20;
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
  /**
   * Makes a slip an order's, in the caller's transaction. Sent again for the same order it stays the first one.
   *
   * @returns whether it was added
   * @throws {ApiError} `slip_used` where its transfer or its file was sent for another order, or was rejected
   */
  add(trx: Transaction<Database>, slip: AddSlip): Promise<boolean>;
  /** What became of the slips of an order that nobody had decided on. */
  decide(
    trx: Transaction<Database>,
    orderId: string,
    status: 'accepted' | 'rejected',
    now: Date,
  ): Promise<void>;
  /** The latest slip of each of these orders that has one, by order. */
  findLast(
    orderIds: readonly string[],
    trx?: Transaction<Database>,
  ): Promise<ReadonlyMap<string, SlipRow>>;
  /** The slips of an order for an operator, the latest first. */
  list(orderId: string): Promise<SlipRow[]>;
  /** Where a slip's picture lies. */
  pathOf(slipId: string): string;
  /** The picture as WebP; `null` where it is not there. */
  readPicture(slipId: string): Promise<Buffer | null>;
  /** What is held of a member here, for its export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

async function addSlip(
  { store, shelf }: { store: SlipsStore; shelf: SlipShelf },
  trx: Transaction<Database>,
  { slipId, orderId, memberId, slip, sentAt }: AddSlip,
): Promise<boolean> {
  const { fileHash, qr } = slip;
  const { bankCode, reference } = qr ?? { bankCode: null, reference: null };
  const row = { slipId, orderId, memberId, fileHash, bankCode, reference, sentAt };
  if (await store.insert(trx, row)) {
    // The file comes last: of a slip that was not taken none is left behind.
    await shelf.write(slipId, slip.picture);
    return true;
  }
  const same = await store.findSame(trx, row);
  if (same.every((one) => one.order_id === orderId && one.status !== 'rejected')) return false;
  throw new ApiError('slip_used');
}

/** What a member's export says of a slip. */
const present = (slip: SlipRow) => ({
  order_id: slip.order_id,
  bank_code: slip.bank_code,
  reference: slip.reference,
  status: slip.status,
  sent_at: slip.sent_at.toISOString(),
});

/** Slips on this database, with their pictures below this folder. */
export function createSlips(db: Kysely<Database>, slipsDir: string, logger: Logger): Slips {
  const store = new SlipsStore(db);
  const shelf = new SlipShelf(slipsDir);
  return {
    read: async (bytes) => ({
      fileHash: hash('sha256', bytes, 'buffer'),
      ...(await readSlip(bytes, logger)),
    }),
    add: (trx, slip) => addSlip({ store, shelf }, trx, slip),
    decide: (trx, orderId, status, now) => store.decide(trx, orderId, status, now),
    findLast: async (orderIds, trx) =>
      new Map((await store.findLast(trx ?? db, orderIds)).map((slip) => [slip.order_id, slip])),
    list: (orderId) => store.findOfOrder(orderId, SHOWN_MAX),
    pathOf: (slipId) => shelf.pathOf(slipId),
    readPicture: (slipId) => shelf.read(slipId),
    exportOf: async (memberId) => ({
      payment_slips: (await store.findOfMember(memberId, EXPORT_ROWS_MAX)).map(present),
    }),
  };
}
