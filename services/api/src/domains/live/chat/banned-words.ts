import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../schema/database.ts';
import { ModerationStore } from './moderation.store.ts';
import { compileWords } from './word-rules.ts';

/** A change that the bus did not bring is known this much later at the latest. */
const FRESH_MS = 60_000;

/** The list of the database, compiled once and kept until it changes. */
export class BannedWords {
  readonly #db: Kysely<Database>;
  readonly #nowMs: () => number;
  #kept: { readonly holds: Promise<(text: string) => boolean>; readonly atMs: number } | null =
    null;

  constructor(db: Kysely<Database>, bus: Bus, nowMs: () => number) {
    this.#db = db;
    this.#nowMs = nowMs;
    const forget = (): void => {
      this.#kept = null;
    };
    bus.subscribe('chat:words', forget);
    bus.onMissed(forget);
  }

  /** Whether a line holds a banned word. */
  async in(text: string): Promise<boolean> {
    const now = this.#nowMs();
    if (this.#kept === null || now - this.#kept.atMs >= FRESH_MS) {
      const holds = new ModerationStore(this.#db).findWords().then(compileWords);
      const kept = { holds, atMs: now };
      this.#kept = kept;
      holds.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return (await this.#kept.holds)(text);
  }
}
