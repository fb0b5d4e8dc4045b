import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Largest value of the column. */
const TALLY_MAX = 2_147_483_647;

/** The only code that accesses the table of counted guesses. */
export class GuessStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Counts one guess before it is checked. The row lock ensures that simultaneous guesses on all nodes never exceed
   * `guessesMax` until the count ends.
   *
   * @returns `null`, or the end of a full count
   */
  async count(
    key: Buffer,
    { guessesMax, now, endsAt }: { guessesMax: number; now: Date; endsAt: Date },
  ): Promise<Date | null> {
    if ((await this.#add(key, { guessesMax, now, endsAt })) !== null) return null;
    const full = await this.#db
      .selectFrom('guess_count')
      .select('ends_at')
      .where('guess_key', '=', key)
      .executeTakeFirst();
    // The guess was returned or the count was deleted meanwhile, so an immediate retry is allowed.
    return full?.ends_at ?? now;
  }

  /** Increments a count without a limit. @returns the new count */
  async tally(key: Buffer, { now, endsAt }: { now: Date; endsAt: Date }): Promise<number> {
    return (await this.#add(key, { guessesMax: TALLY_MAX, now, endsAt })) ?? TALLY_MAX;
  }

  /** @returns the new count; `null` if it is full */
  async #add(
    key: Buffer,
    { guessesMax, now, endsAt }: { guessesMax: number; now: Date; endsAt: Date },
  ): Promise<number | null> {
    const { rows } = await sql<{ guesses: number }>`
      insert into guess_count as counted (guess_key, guesses, ends_at)
      values (${key}::bytea, 1, ${endsAt}::timestamptz)
      on conflict (guess_key) do update set
        guesses = case when counted.ends_at <= ${now}::timestamptz then 1 else counted.guesses + 1 end,
        ends_at = case when counted.ends_at <= ${now}::timestamptz then excluded.ends_at else counted.ends_at end
      where counted.ends_at <= ${now}::timestamptz or counted.guesses < ${guessesMax}::integer
      returning guesses
    `.execute(this.#db);
    return rows[0]?.guesses ?? null;
  }

  async clear(keys: readonly Buffer[]): Promise<void> {
    await this.#db
      .deleteFrom('guess_count')
      .where('guess_key', '=', sql<Buffer>`any(${[...keys]}::bytea[])`)
      .execute();
  }

  /** Returns the end of each full count, in order; `null` for a count that is not full. */
  async findFull(
    counts: readonly { readonly key: Buffer; readonly guessesMax: number }[],
    now: Date,
    on: Kysely<Database>,
  ): Promise<(Date | null)[]> {
    const { rows } = await sql<{ ends_at: Date; place: number }>`
      select ends_at, place::integer from guess_count
      join unnest(
        ${counts.map(({ key }) => key)}::bytea[], ${counts.map((count) => count.guessesMax)}::integer[]
      ) with ordinality as asked (guess_key, guesses_max, place) using (guess_key)
      where ends_at > ${now}::timestamptz and guesses >= guesses_max
    `.execute(on);
    const ends = new Map(rows.map(({ place, ends_at }) => [place, ends_at]));
    return counts.map((_, index) => ends.get(index + 1) ?? null);
  }

  /** Returns one guess to each count. */
  async giveBack(keys: readonly Buffer[]): Promise<void> {
    // A fixed lock order avoids deadlocks.
    await sql`
      with locked as (
        select guess_key from guess_count
        where guess_key = any(${[...keys]}::bytea[])
        order by guess_key for update
      )
      update guess_count set guesses = greatest(guesses - 1, 0)
      from locked where guess_count.guess_key = locked.guess_key
    `.execute(this.#db);
  }

  async deleteEnded(now: Date): Promise<void> {
    await this.#db.deleteFrom('guess_count').where('ends_at', '<=', now).execute();
  }
}
