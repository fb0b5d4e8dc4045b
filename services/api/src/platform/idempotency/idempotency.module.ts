import { createHash } from 'node:crypto';
import type { Operation } from '@sangwian/contract/contract';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';
import type { Clock } from '../time/clock.ts';
import { IdempotencyStore } from './idempotency.store.ts';

/** Retention of stored results. A phone without a network may retry a request for days, but not for longer. */
export const ANSWERS_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Rows per transaction. A short transaction hardly delays a retry. */
const PRUNED_AT_ONCE_MAX = 1_000;

/** One request that moves money. Its key is unique for a member and an endpoint. */
export interface OnceCall {
  readonly memberId: string;
  readonly operation: Operation;
  readonly idempotencyKey: string;
  /** The complete request: parameters, body, the bytes of an upload. */
  readonly request: unknown;
}

export interface Idempotency {
  /**
   * Runs an effect once for a key, in one transaction with the record of its result. A repeated call returns the first
   * result and has no effect. If the effect throws, the key stays unused. Publish events after this call, never inside
   * the effect.
   *
   * @param effect its result is returned after a JSON round trip, also for the first call
   * @throws {ApiError} `idempotency_expired` if the result is older than 30 days; `idempotency_conflict` if the key was
   *   used with another request; `idempotency_in_progress` while the first call runs
   */
  once<Answer>(
    call: OnceCall,
    effect: (trx: Transaction<Database>) => Promise<Answer>,
  ): Promise<Answer>;
  /** Deletes the stored results of a member whose account is deleted. The keys stay used. */
  forgetMember(trx: Transaction<Database>, memberId: string): Promise<void>;
}

/** Hashes a request, regardless of the order of its fields. */
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

/** Creates the idempotency module on this database. */
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
        if (first === 'spent') throw new ApiError('idempotency_expired');
        if (first !== undefined) {
          if (!first.request_hash.equals(requestHash)) throw new ApiError('idempotency_conflict');
          return first.answer as Answer;
        }
        const answer = await effect(trx);
        await store.insert(trx, { ...call, requestHash, answer });
        return JSON.parse(JSON.stringify(answer)) as Answer;
      }),
    forgetMember: async (trx, memberId) => {
      await store.spend(trx, { memberId });
    },
  };
}

export interface IdempotencyModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

/** Deletes old results in batches. @returns the number of deleted results */
export async function pruneAnswers({ db, clock }: IdempotencyModuleDeps): Promise<number> {
  const store = new IdempotencyStore();
  const before = new Date(clock().getTime() - ANSWERS_KEPT_DAYS * DAY_MS);
  let pruned = 0;
  for (;;) {
    const batch = await store.spend(db, { before, max: PRUNED_AT_ONCE_MAX });
    pruned += batch;
    if (batch < PRUNED_AT_ONCE_MAX) return pruned;
  }
}

/** Prunes stored results once an hour. */
export const createIdempotencyModule = (deps: IdempotencyModuleDeps): ApiModule => ({
  tasks: [{ name: 'idempotency_prune', crontab: '7 * * * *', run: () => pruneAnswers(deps) }],
});
