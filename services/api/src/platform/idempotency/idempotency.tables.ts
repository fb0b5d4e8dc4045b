import type { Generated } from 'kysely';

/** Keys of requests that move money. Only the idempotency store accesses this table. */
export interface IdempotencyTables {
  idempotency_key: IdempotencyKeyTable;
  spent_idempotency_key: SpentIdempotencyKeyTable;
}

interface SpentIdempotencyKeyTable {
  /** SHA-256 of member, operation and key. */
  key_hash: Buffer;
}

interface IdempotencyKeyTable {
  member_id: string;
  operation: string;
  idempotency_key: string;
  request_hash: Buffer;
  answer: unknown;
  created_at: Generated<Date>;
}
