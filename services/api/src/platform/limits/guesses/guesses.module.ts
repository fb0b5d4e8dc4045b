import { createHash } from 'node:crypto';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { ApiModule } from '../../http/handler.ts';
import type { Clock } from '../../time/clock.ts';
import { GuessStore } from './guesses.store.ts';

const MINUTE_MS = 60_000;

/** What is counted: who guesses what, in words that no other count has; and how many guesses until when. */
export interface GuessCount {
  /** Only their hash is kept. */
  readonly of: readonly string[];
  readonly guessesMax: number;
  /** From the first guess on. */
  readonly minutes: number;
}

/** Keeps what is short from being tried out. Counted in the database: neither a restart nor another node forgets. */
export interface Guesses {
  /**
   * Counts one guess in each of these before it is made, so that guesses made at once count too. Call it before any
   * transaction: it is counted whatever becomes of that, on a connection of its own.
   *
   * @throws {ApiError} `rate_limited`, with the time when the lock ends; what was counted before it stays counted
   */
  begin(counts: readonly GuessCount[]): Promise<void>;
  /** When each of these counts ends that is full, in their order; `null` where it is not. Counts nothing. */
  findFull(counts: readonly GuessCount[], on: Kysely<Database>): Promise<readonly (Date | null)[]>;
  /** Counts one in each of these without a limit. @returns how many each has now, in their order */
  tally(counts: readonly GuessCount[]): Promise<readonly number[]>;
  /** Deletes these counts: the owner has proved to be the owner. */
  clear(counts: readonly GuessCount[]): Promise<void>;
  /** It was no guess after all. */
  giveBack(counts: readonly GuessCount[]): Promise<void>;
}

const keyOf = ({ of }: GuessCount): Buffer =>
  createHash('sha256').update(JSON.stringify(of)).digest();

/** The refusal of a count that is full until then. */
export const lockedFor = (until: Date, now: Date): ApiError =>
  new ApiError('rate_limited', {
    retryAfterS: Math.max(1, (until.getTime() - now.getTime()) / 1000),
  });

/** Counts of guesses on this database. */
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
