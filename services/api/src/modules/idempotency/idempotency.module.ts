import { createHash } from 'node:crypto';
import type { Operation } from '@sangwian/contract/contract';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { IdempotencyStore } from './idempotency.store.ts';

/** One call that moves money: the key counts within the member and the endpoint. */
export interface OnceCall {
  readonly memberId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string;
  /** Everything that the caller asked for: parameters, body, the bytes of an upload. */
  readonly request: unknown;
}

export interface Idempotency {
  /**
   * Runs an effect once for ever, in a transaction that it commits together with its answer. The same call again gives
   * the first answer, and runs nothing; after a throw the key is as if it had never been used. Publish after it, never
   * inside.
   *
   * @param effect its answer is kept as JSON, and given as that from the first time on
   * @throws {ApiError} `idempotency_conflict` where the key came with another request, `idempotency_in_progress` where
   *   the first one still runs
   */
  once<Answer>(
    call: OnceCall,
    effect: (trx: Transaction<Database>) => Promise<Answer>,
  ): Promise<Answer>;
}

/** A hash of what was asked, the same whatever the order of its fields. */
function hashRequest(request: unknown): Buffer {
  const hash = createHash('sha256');
  const visit = (value: unknown): void => {
    if (value instanceof Uint8Array) {
      hash.update(`bytes ${value.byteLength}:`).update(value);
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(([, part]) => part !== undefined);
      hash.update(Array.isArray(value) ? `[${entries.length}` : `{${entries.length}`);
      for (const [name, part] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
        hash.update(JSON.stringify(name));
        visit(part);
      }
    } else {
      hash.update(`${typeof value} ${JSON.stringify(value) ?? ''};`);
    }
  };
  visit(request);
  return hash.digest();
}

/** Keys that have one effect for ever, on this database. */
export function createIdempotency(db: Kysely<Database>): Idempotency {
  const store = new IdempotencyStore();
  return {
    once: <Answer>(
      { request, ...call }: OnceCall,
      effect: (trx: Transaction<Database>) => Promise<Answer>,
    ) =>
      db.transaction().execute(async (trx) => {
        const requestHash = hashRequest(request);
        if (!(await store.claim(trx, call))) throw new ApiError('idempotency_in_progress');
        const first = await store.find(trx, call);
        if (first !== undefined) {
          if (!first.request_hash.equals(requestHash)) throw new ApiError('idempotency_conflict');
          return first.answer as Answer;
        }
        const answer = await effect(trx);
        await store.insert(trx, { ...call, requestHash, answer });
        return JSON.parse(JSON.stringify(answer)) as Answer;
      }),
  };
}
