import { hash } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export const hashStreamKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** A lease that expired longer ago no longer protects its channel against reports of other origins. */
const LEASE_FORGOTTEN_MS = 15_000;

/** Frames further apart than this leave a gap. The media process uses the same value. */
const PICTURE_GAP_MS = 3_000;

/** Whether no origin other than the reporting one publishes the channel. */
const isNotHeldElsewhere = (originId: string | null) =>
  sql<boolean>`not exists (
    select from channel_lease
    where channel_lease.channel_id = channel.channel_id
      and channel_lease.media_origin_id is distinct from ${originId}::uuid
      and channel_lease.expires_at > now() - make_interval(secs => ${LEASE_FORGOTTEN_MS / 1_000}::float8)
  )`;

export class MediaHooksStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds the channel that the key may publish to; `null` if the key is wrong or rotated. */
  async findChannelByStreamKey(key: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('stream_key')
      .select('channel_id')
      .where('key_hash', '=', hashStreamKey(key))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row?.channel_id ?? null;
  }

  /**
   * Sets whether the channel is published. Ignores events that are older than the stored event, and events of
   * an origin that has lost the channel to another origin.
   *
   * @returns whether the event was applied
   */
  async setPublishing(
    channelId: string,
    publishing: boolean,
    at: Date,
    originId: string | null,
  ): Promise<boolean> {
    const row = await this.#db
      .updateTable('channel')
      .set({ publishing, publish_changed_at: at })
      .where('channel_id', '=', channelId)
      .where(isNotHeldElsewhere(originId))
      .where((eb) =>
        eb.or([eb('publish_changed_at', 'is', null), eb('publish_changed_at', '<=', at)]),
      )
      .returning('channel_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Sets for each channel whether the media process reported it as published at `at`. Skips channels that
   * another origin publishes and channels with a newer event.
   *
   * @returns the channels that changed
   */
  async reconcilePublishing(
    live: readonly string[],
    at: Date,
    originId: string | null,
  ): Promise<string[]> {
    const isLive = sql<boolean>`channel_id = any(${[...live]}::text[])`;
    const rows = await this.#db
      .updateTable('channel')
      .set({ publishing: isLive, publish_changed_at: at })
      .where(sql<boolean>`publishing <> (${isLive})`)
      .where(isNotHeldElsewhere(originId))
      .where((eb) =>
        eb.or([eb('publish_changed_at', 'is', null), eb('publish_changed_at', '<=', at)]),
      )
      .returning('channel_id')
      .execute();
    return rows.map((row) => row.channel_id);
  }

  /**
   * Ends the publishers without a report since `before`.
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

  /** Stores why a publisher was refused. */
  async setRefusal(channelId: string, reason: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('channel')
      .set({ refusal: reason, refused_at: at })
      .where('channel_id', '=', channelId)
      .execute();
  }

  /** Stores a report. @returns whether the channel has switched between its two signals since the previous report */
  async setStats(
    channelId: string,
    stats: object,
    at: Date,
    originId: string | null,
  ): Promise<boolean> {
    const takeovers = (row: 'old' | 'new') =>
      sql`${sql.ref(`${row}.stats`)} -> 'signals' ->> 'takeovers'`;
    const row = await this.#db
      .updateTable('channel')
      .set({ stats: JSON.stringify(stats), stats_at: at })
      .where('channel_id', '=', channelId)
      .where(isNotHeldElsewhere(originId))
      .where((eb) => eb.or([eb('stats_at', 'is', null), eb('stats_at', '<=', at)]))
      .returning(
        sql<boolean>`${takeovers('old')} is distinct from ${takeovers('new')}`.as('switched'),
      )
      .executeTakeFirst();
    return row?.switched ?? false;
  }

  /**
   * Adds a time range in which a channel had video. A range that overlaps or continues a stored range extends
   * that range.
   */
  async addPicture(channelId: string, from: Date, to: Date): Promise<void> {
    const gap = sql`make_interval(secs => ${PICTURE_GAP_MS / 1_000}::float8)`;
    await sql`
      with longer as (
        update picture_period set ended_at = greatest(ended_at, ${to})
        where channel_id = ${channelId} and began_at <= ${to} and ended_at >= ${from}::timestamptz - ${gap}
        returning began_at
      )
      insert into picture_period (channel_id, began_at, ended_at)
      select channel_id, ${from}::timestamptz, ${to}::timestamptz from channel
      where channel_id = ${channelId} and not exists (select from longer)
      on conflict (channel_id, began_at)
        do update set ended_at = greatest(picture_period.ended_at, excluded.ended_at)
    `.execute(this.#db);
  }

  async findLivesOnChannel(channelId: string): Promise<ProgramLiveId[]> {
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
