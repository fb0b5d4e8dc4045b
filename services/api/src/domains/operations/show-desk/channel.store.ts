import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

const COLUMNS = [
  'channel_id',
  'publishing',
  'publish_changed_at',
  'stats',
  'stats_at',
  'refused_at',
  'refusal',
] as const;
const ON_AIR_MAX = 16;
/** Maximum number of channels that are read. A media process has fewer. */
const PUBLISHED_MAX = 32;

export interface ChannelRow {
  readonly channel_id: string;
  readonly publishing: boolean;
  readonly publish_changed_at: Date | null;
  readonly stats: unknown;
  readonly stats_at: Date | null;
  readonly refused_at: Date | null;
  readonly refusal: string | null;
}

/** Reads the reports of the media process. */
export class ChannelStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  find(channelIds: readonly string[]): Promise<ChannelRow[]> {
    return this.#db
      .selectFrom('channel')
      .select(COLUMNS)
      .where('channel_id', '=', sql<string>`any(${[...channelIds]}::text[])`)
      .execute();
  }

  /** Finds the channels that have a publisher, by name. */
  findPublished(): Promise<ChannelRow[]> {
    return this.#db
      .selectFrom('channel')
      .select(COLUMNS)
      .where('publishing', '=', true)
      .orderBy('channel_id')
      .limit(PUBLISHED_MAX)
      .execute();
  }

  /** Finds the channels of lives in progress. */
  findOnAir(): Promise<ChannelRow[]> {
    return this.#db
      .selectFrom('channel')
      .select(COLUMNS)
      .where('channel_id', 'in', (eb) =>
        eb
          .selectFrom('match_live_stream')
          .innerJoin(
            'program_live',
            'program_live.program_live_id',
            'match_live_stream.program_live_id',
          )
          .select('match_live_stream.channel_id')
          .where('program_live.status', '=', 'in_progress'),
      )
      .limit(ON_AIR_MAX)
      .execute();
  }
}
