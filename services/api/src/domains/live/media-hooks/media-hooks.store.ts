import { hash } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** What is kept of a stream key. */
export const hashStreamKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Channels as the media process sees them. */
export class MediaHooksStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The channel that this key may publish to, unless the key is wrong or was rotated away. */
  async findChannelOfKey(key: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('stream_key')
      .select('channel_id')
      .where('key_hash', '=', hashStreamKey(key))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row?.channel_id ?? null;
  }

  /** Takes the newest word on whether somebody publishes; an older one that comes late changes nothing. */
  async setPublishing(channelId: string, publishing: boolean, at: Date): Promise<boolean> {
    const row = await this.#db
      .updateTable('channel')
      .set({ publishing, publish_changed_at: at })
      .where('channel_id', '=', channelId)
      .where((eb) =>
        eb.or([eb('publish_changed_at', 'is', null), eb('publish_changed_at', '<=', at)]),
      )
      .returning('channel_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Sets who publishes to what the media process said at `at`; a newer event stands.
   *
   * @returns channels that changed
   */
  async reconcilePublishing(live: readonly string[], at: Date): Promise<string[]> {
    const isLive = sql<boolean>`channel_id = any(${[...live]}::text[])`;
    const rows = await this.#db
      .updateTable('channel')
      .set({ publishing: isLive, publish_changed_at: at })
      .where(sql<boolean>`publishing <> (${isLive})`)
      .where((eb) =>
        eb.or([eb('publish_changed_at', 'is', null), eb('publish_changed_at', '<=', at)]),
      )
      .returning('channel_id')
      .execute();
    return rows.map((row) => row.channel_id);
  }

  /**
   * Ends every publisher without a report since `before`.
   *
   * @returns their channels
   */
  async endSilent(before: Date, at: Date): Promise<string[]> {
    const rows = await this.#db
      .updateTable('channel')
      .set({ publishing: false, publish_changed_at: at })
      .where('publishing', '=', true)
      .where(sql<boolean>`coalesce(greatest(publish_changed_at, stats_at) < ${before}, true)`)
      .returning('channel_id')
      .execute();
    return rows.map((row) => row.channel_id);
  }

  async setStats(channelId: string, stats: object, at: Date): Promise<void> {
    await this.#db
      .updateTable('channel')
      .set({ stats: JSON.stringify(stats), stats_at: at })
      .where('channel_id', '=', channelId)
      .where((eb) => eb.or([eb('stats_at', 'is', null), eb('stats_at', '<=', at)]))
      .execute();
  }

  /** The lives that are shown from this channel now. */
  async findLivesOn(channelId: string): Promise<ProgramLiveId[]> {
    const rows = await this.#db
      .selectFrom('match_live_stream')
      .innerJoin(
        'program_live',
        'program_live.program_live_id',
        'match_live_stream.program_live_id',
      )
      .select('program_live.program_live_id')
      .distinct()
      .where('match_live_stream.channel_id', '=', channelId)
      .where('program_live.status', '=', 'in_progress')
      .execute();
    return rows.map((row) => row.program_live_id as ProgramLiveId);
  }
}
