import type { Logger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** How long the list is used before it is read again. */
const FRESH_MS = 5_000;
/** Reports of an ended live are accepted for this long, because a browser may have been offline. */
const ENDED_MINUTES_MAX = 15;

interface LiveRow {
  readonly program_live_id: string;
  readonly status: string;
  readonly streams: readonly string[];
}

/** The lives that players may report about, by the ids of the lives and of their streams. */
export class LiveDirectory {
  readonly #db: Kysely<Database>;
  readonly #logger: Logger;
  #lives = new Map<string, string>();
  #running: readonly string[] = [];
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(db: Kysely<Database>, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
  }

  /** Reads the list again if it is old. Keeps the last list while the database does not answer. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAtMs < FRESH_MS) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
      this.#readAtMs = performance.now();
    });
    await this.#reading;
  }

  /**
   * Returns the live with this id, or with a stream of this id; with `null` the only running live. `undefined` for
   * other ids.
   */
  find(id: string | null): string | undefined {
    if (id !== null) return this.#lives.get(id);
    return this.#running.length === 1 ? this.#running[0] : undefined;
  }

  async #read(): Promise<void> {
    try {
      const { rows } = await sql<LiveRow>`
        select program_live_id, status, array(
          select match_live_stream_id::text from match_live_stream
          where match_live_stream.program_live_id = program_live.program_live_id
        ) as streams
        from program_live
        where status = 'in_progress'
          or (status = 'ended' and ended_at > now() - make_interval(mins => ${ENDED_MINUTES_MAX}::int))
      `.execute(this.#db);
      this.#running = rows
        .filter(({ status }) => status === 'in_progress')
        .map(({ program_live_id: id }) => id);
      this.#lives = new Map(
        rows.flatMap(({ program_live_id: id, streams }) =>
          [id, ...streams].map((known) => [known, id] as const),
        ),
      );
    } catch (err) {
      this.#logger.warn({ err }, 'lives of playback reports were not read');
    }
  }
}
