import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** The only SQL that names the table of counted guesses. */
export class GuessStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Counts one guess, before it is made. The row is locked while it is counted, so of guesses made at once on any
   * number of nodes no more than `guessesMax` are let through until the count ends.
   *
   * @returns `null`, or when the count ends that is full
   */
  async count(
    key: Buffer,
    { guessesMax, now, endsAt }: { guessesMax: number; now: Date; endsAt: Date },
  ): Promise<Date | null> {
    const { rows } = await sql`
      insert into guess_count as counted (guess_key, guesses, ends_at)
      values (${key}::bytea, 1, ${endsAt}::timestamptz)
      on conflict (guess_key) do update set
        guesses = case when counted.ends_at <= ${now}::timestamptz then 1 else counted.guesses + 1 end,
        ends_at = case when counted.ends_at <= ${now}::timestamptz then excluded.ends_at else counted.ends_at end
      where counted.ends_at <= ${now}::timestamptz or counted.guesses < ${guessesMax}::integer
      returning guesses
    `.execute(this.#db);
    if (rows.length > 0) return null;
    const full = await this.#db
      .selectFrom('guess_count')
      .select('ends_at')
      .where('guess_key', '=', key)
      .executeTakeFirst();
    // Given back or forgotten meanwhile: whoever asks again at once is let through.
    return full?.ends_at ?? now;
  }

  /** When the last of these counts ends that is full; nothing where none is. */
  async findFull(
    counts: readonly { readonly key: Buffer; readonly guessesMax: number }[],
    now: Date,
    on: Kysely<Database>,
  ): Promise<Date | undefined> {
    const { rows } = await sql<{ ends_at: Date }>`
      select ends_at from guess_count
      join unnest(
        ${counts.map(({ key }) => key)}::bytea[], ${counts.map((count) => count.guessesMax)}::integer[]
      ) as asked (guess_key, guesses_max) using (guess_key)
      where ends_at > ${now}::timestamptz and guesses >= guesses_max
      order by ends_at desc limit 1
    `.execute(on);
    return rows[0]?.ends_at;
  }

  /** One was no guess after all. */
  async giveBack(keys: readonly Buffer[]): Promise<void> {
    await this.#db
      .updateTable('guess_count')
      .set({ guesses: sql<number>`greatest(guesses - 1, 0)` })
      .where('guess_key', '=', sql<Buffer>`any(${[...keys]}::bytea[])`)
      .execute();
  }

  async deleteEnded(now: Date): Promise<void> {
    await this.#db.deleteFrom('guess_count').where('ends_at', '<=', now).execute();
  }
}
