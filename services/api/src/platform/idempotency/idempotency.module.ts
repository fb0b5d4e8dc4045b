import { createHash } from 'node:crypto';
import type { Operation } from '@sangwian/contract/contract';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { ApiModule } from '../http/handler.ts';
import type { Clock } from '../time/clock.ts';
import { IdempotencyStore } from './idempotency.store.ts';

/** Nobody repeats a call after so long; until then a phone without a network may. */
export const ANSWERS_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Short transactions: a call that is repeated meanwhile hardly waits. */
const PRUNED_AT_ONCE_MAX = 1_000;

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
   * @throws {ApiError} `idempotency_expired` where the answer is older than 30 days; `idempotency_conflict` where the key came with another request, `idempotency_in_progress` where
   *   the first one still runs
   */
  once<Answer>(
    call: OnceCall,
    effect: (trx: Transaction<Database>) => Promise<Answer>,
  ): Promise<Answer>;
  /** Deletes the answers of a member whose account is deleted. Their keys stay used. */
  forgetMember(trx: Transaction<Database>, memberId: string): Promise<void>;
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

/** Deletes old answers in batches. @returns how many there were */
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

/** Prunes answers once an hour. */
export const createIdempotencyModule = (deps: IdempotencyModuleDeps): ApiModule => ({
  tasks: [{ name: 'idempotency_prune', crontab: '7 * * * *', run: () => pruneAnswers(deps) }],
});
