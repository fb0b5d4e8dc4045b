import { createHash } from 'node:crypto';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { ApiModule } from '../../http/handler.ts';
import type { Clock } from '../../time/clock.ts';
import { GuessStore } from './guesses.store.ts';

const MINUTE_MS = 60_000;

/** A limit on guesses. */
export interface GuessCount {
  /**
   * Key of the count: identifies the guesser and the secret, and is unique among all counts. Only its hash is stored.
   */
  readonly of: readonly string[];
  readonly guessesMax: number;
  /** Duration of the count, from its first guess. */
  readonly minutes: number;
}

/** Limits guesses of short secrets. The counts are in the database, so restarts and other nodes share them. */
export interface Guesses {
  /**
   * Adds one guess to each count before the guess is checked, so that simultaneous guesses count too. Call it before
   * any transaction: it uses a connection of its own, and a rollback does not undo it.
   *
   * @throws {ApiError} `rate_limited`, with the time until the lock ends. Counts earlier in the list keep the guess
   */
  begin(counts: readonly GuessCount[]): Promise<void>;
  /** Returns the end of each full count, in order; `null` for a count that is not full. Adds no guess. */
  findFull(counts: readonly GuessCount[], on: Kysely<Database>): Promise<readonly (Date | null)[]>;
  /** Adds one to each count, without a limit. @returns the new counts, in order */
  tally(counts: readonly GuessCount[]): Promise<readonly number[]>;
  /** Deletes these counts. Call it once the owner of the secret has proved their identity. */
  clear(counts: readonly GuessCount[]): Promise<void>;
  /** Returns the guess to each count. */
  giveBack(counts: readonly GuessCount[]): Promise<void>;
}

const keyOf = ({ of }: GuessCount): Buffer =>
  createHash('sha256').update(JSON.stringify(of)).digest();

/** Returns the error for a count that is full until `until`. */
export const lockedFor = (until: Date, now: Date): ApiError =>
  new ApiError('rate_limited', {
    retryAfterS: Math.max(1, (until.getTime() - now.getTime()) / 1000),
  });

/** Creates the guess counts of this database. */
export function createGuesses(db: Kysely<Database>, clock: Clock): Guesses {
  const store = new GuessStore(db);
  return {
    begin: async (counts) => {
      const now = clock();
      for (const count of counts) {
        const { guessesMax, minutes } = count;
        const endsAt = new Date(now.getTime() + minutes * MINUTE_MS);
        const lockedUntil = await store.count(keyOf(count), { guessesMax, now, endsAt });
        if (lockedUntil !== null) throw lockedFor(lockedUntil, now);
      }
    },
    findFull: (counts, on) =>
      store.findFull(
        counts.map((count) => ({ key: keyOf(count), guessesMax: count.guessesMax })),
        clock(),
        on,
      ),
    tally: (counts) => {
      const now = clock();
      return Promise.all(
        counts.map((count) => {
          const endsAt = new Date(now.getTime() + count.minutes * MINUTE_MS);
          return store.tally(keyOf(count), { now, endsAt });
        }),
      );
    },
    clear: (counts) => store.clear(counts.map(keyOf)),
    giveBack: (counts) => store.giveBack(counts.map(keyOf)),
  };
}

/** Deletes counts that have ended. */
export function createGuessesModule(db: Kysely<Database>, clock: Clock): ApiModule {
  const store = new GuessStore(db);
  return {
    tasks: [
      { name: 'guess_prune', crontab: '*/10 * * * *', run: () => store.deleteEnded(clock()) },
    ],
  };
}
