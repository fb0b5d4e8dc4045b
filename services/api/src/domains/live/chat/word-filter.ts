import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../schema/database.ts';
import { ModerationStore } from './moderation.store.ts';
import { compileWordList, type WordHit } from './word-rules.ts';

/** Maximum age of the cached list, in case the message about a change was lost on the bus. */
const FRESH_MS = 60_000;

/** Caches the compiled list of banned and watched words until the list changes. */
export class WordFilter {
  readonly #db: Kysely<Database>;
  readonly #nowMs: () => number;
  #cached: {
    readonly finder: Promise<(text: string) => WordHit | null>;
    readonly atMs: number;
  } | null = null;

  constructor(db: Kysely<Database>, bus: Bus, nowMs: () => number) {
    this.#db = db;
    this.#nowMs = nowMs;
    const invalidate = (): void => {
      this.#cached = null;
    };
    bus.subscribe('chat:words', invalidate);
    bus.onMissed(invalidate);
  }

  /** Returns the banned or watched word of a text, or `null`. */
  async find(text: string): Promise<WordHit | null> {
    const now = this.#nowMs();
    if (this.#cached === null || now - this.#cached.atMs >= FRESH_MS) {
      const finder = new ModerationStore(this.#db).findWords().then(compileWordList);
      const cached = { finder, atMs: now };
      this.#cached = cached;
      finder.catch(() => {
        if (this.#cached === cached) this.#cached = null;
      });
    }
    return (await this.#cached.finder)(text);
  }
}
