import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../schema/database.ts';
import { ModerationStore } from './moderation.store.ts';
import { compileWords } from './word-rules.ts';

/** Maximum age of the cached list, in case the bus missed a change. */
const FRESH_MS = 60_000;

/** Caches the compiled list of banned words until it changes. */
export class BannedWords {
  readonly #db: Kysely<Database>;
  readonly #nowMs: () => number;
  #cached: { readonly matches: Promise<(text: string) => boolean>; readonly atMs: number } | null =
    null;

  constructor(db: Kysely<Database>, bus: Bus, nowMs: () => number) {
    this.#db = db;
    this.#nowMs = nowMs;
    const invalidate = (): void => {
      this.#cached = null;
    };
    bus.subscribe('chat:words', invalidate);
    bus.onMissed(invalidate);
  }

  async matches(text: string): Promise<boolean> {
    const now = this.#nowMs();
    if (this.#cached === null || now - this.#cached.atMs >= FRESH_MS) {
      const matches = new ModerationStore(this.#db).findWords().then(compileWords);
      const cached = { matches, atMs: now };
      this.#cached = cached;
      matches.catch(() => {
        if (this.#cached === cached) this.#cached = null;
      });
    }
    return (await this.#cached.matches)(text);
  }
}
