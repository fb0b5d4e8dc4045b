import type { Transaction } from 'kysely';
import { lockOfName, tryLock } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/database.ts';

/** A call that has one effect for ever. */
export interface KeyedCall {
  readonly memberId: string;
  readonly operation: string;
  readonly idempotencyKey: string;
}

/** The only SQL that names the table of idempotency keys. */
export class IdempotencyStore {
  /** Whether nobody else works on this key; nobody does then until the transaction ends. */
  async claim(trx: Transaction<Database>, call: KeyedCall): Promise<boolean> {
    const name = `${call.memberId} ${call.operation} ${call.idempotencyKey}`;
    return tryLock(trx, lockOfName('idempotency', name));
  }

  async find(trx: Transaction<Database>, call: KeyedCall) {
    return trx
      .selectFrom('idempotency_key')
      .select(['request_hash', 'answer'])
      .where('member_id', '=', call.memberId)
      .where('operation', '=', call.operation)
      .where('idempotency_key', '=', call.idempotencyKey)
      .executeTakeFirst();
  }

  async insert(
    trx: Transaction<Database>,
    call: KeyedCall & { readonly requestHash: Buffer; readonly answer: unknown },
  ): Promise<void> {
    await trx
      .insertInto('idempotency_key')
      .values({
        member_id: call.memberId,
        operation: call.operation,
        idempotency_key: call.idempotencyKey,
        request_hash: call.requestHash,
        answer: JSON.stringify(call.answer),
      })
      .execute();
  }
}
