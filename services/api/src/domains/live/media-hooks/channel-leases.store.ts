import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import {
  type ChannelClaim,
  type GrantedLease,
  LEASE_MS_MAX,
  ORIGIN_MS_MAX,
  type OriginIdentity,
  type OriginReport,
} from './channel-lease-rules.ts';

/** An origin that has been down for longer is deleted with its leases, because no player waits for it any more. */
const FORGET_AFTER_HOURS = 24;
/** Viewers are sent to the last origin of a channel for this long, because that origin has the rewind window. */
const KEPT_HOURS = 2;

const inMs = (ms: number) => sql`now() + make_interval(secs => ${ms / 1_000}::float8)`;

export interface ChannelHolder {
  readonly channelId: string;
  readonly originUrl: string;
}

/** The leases of channels by origins. Each method is atomic and uses the clock of the database. */
export class ChannelLeasesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Claims the channel for a publisher. Refuses while another origin holds the channel, unless only the publisher
   * there is a standby. A process that already holds the channel keeps its fence.
   *
   * @returns the lease and whether its fence is new; if refused, the milliseconds until the other lease expires
   */
  async claim(
    channelId: string,
    claim: ChannelClaim,
  ): Promise<{ lease: GrantedLease; isNew: boolean } | { waitMs: number }> {
    await this.#report(claim);
    const { rows } = await sql<GrantedLease & { is_new: boolean }>`
      insert into channel_lease as lease (channel_id, media_origin_id, media_process_id, fence,
        discontinuity, media_sequence, is_standby, expires_at)
      values (${channelId}, ${claim.origin_id}, ${claim.process_id}, 1, 0, 0, ${claim.standby},
        ${inMs(LEASE_MS_MAX)})
      on conflict (channel_id) do update set
        media_origin_id = excluded.media_origin_id,
        media_process_id = excluded.media_process_id,
        fence = lease.fence + (lease.media_process_id <> excluded.media_process_id)::int,
        is_standby = excluded.is_standby and (lease.is_standby or lease.expires_at <= now()
          or lease.media_process_id <> excluded.media_process_id),
        expires_at = excluded.expires_at
      where lease.media_origin_id = excluded.media_origin_id
        or lease.expires_at <= now()
        or (lease.is_standby and not excluded.is_standby)
      returning new.fence, new.discontinuity, new.media_sequence,
        coalesce(old.media_origin_id <> new.media_origin_id, false) as taken_over,
        old.fence is distinct from new.fence as is_new
    `.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return { waitMs: await this.#readWaitMs(channelId) };
    const { is_new: isNew, ...lease } = row;
    return { lease, isNew };
  }

  /**
   * Renews the leases of an origin, and records that the origin runs.
   *
   * @returns the channels that it no longer holds
   */
  async renew({ leases, ...origin }: OriginReport): Promise<string[]> {
    await this.#report(origin);
    if (leases.length === 0) return [];
    // An expired lease that stays released is only read, so that a channel without a publisher causes no
    // writes.
    const { rows } = await sql<{ channel_id: string }>`
      with beat as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) as beat (channel_id text,
          fence integer, held_ms integer, standby boolean, discontinuity integer, media_sequence integer)
      ), renewed as (
        update channel_lease as lease set
          is_standby = beat.standby,
          discontinuity = greatest(lease.discontinuity, beat.discontinuity),
          media_sequence = greatest(lease.media_sequence, beat.media_sequence),
          expires_at = now() + make_interval(secs => beat.held_ms / 1000.0)
        from beat
        where lease.channel_id = beat.channel_id and lease.fence = beat.fence
          and lease.media_process_id = ${origin.process_id}
          and (beat.held_ms > 0 or lease.expires_at > now())
      )
      select lease.channel_id from channel_lease as lease join beat using (channel_id)
      where lease.fence = beat.fence and lease.media_process_id = ${origin.process_id}
    `.execute(this.#db);
    const held = new Set(rows.map((row) => row.channel_id));
    return leases.flatMap(({ channel_id }) => (held.has(channel_id) ? [] : [channel_id]));
  }

  /** Returns the origin of each channel that was recently on air. Origins without a URL are left out. */
  async findHolders(): Promise<ChannelHolder[]> {
    const rows = await this.#db
      .selectFrom('channel_lease')
      .innerJoin('media_origin', 'media_origin.media_origin_id', 'channel_lease.media_origin_id')
      .select(['channel_lease.channel_id', 'media_origin.origin_url'])
      .where('media_origin.origin_url', '<>', '')
      .where(
        sql<boolean>`channel_lease.expires_at > now() - make_interval(hours => ${KEPT_HOURS}::int)`,
      )
      .execute();
    return rows.map((row) => ({ channelId: row.channel_id, originUrl: row.origin_url }));
  }

  /** Returns whether an origin with a URL other than `url` is running. */
  async hasOtherOrigin(url: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('media_origin')
      .select('media_origin_id')
      .where('origin_url', 'not in', ['', url])
      .where(sql<boolean>`expires_at > now()`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #readWaitMs(channelId: string): Promise<number> {
    const { rows } = await sql<{ wait_ms: number }>`
      select ceil(extract(epoch from expires_at - now()) * 1000)::int as wait_ms
      from channel_lease where channel_id = ${channelId}`.execute(this.#db);
    return Math.max(0, rows[0]?.wait_ms ?? 0);
  }

  /** Records that the origin runs. The first report of a new origin deletes the origins that never came back. */
  async #report({ origin_id, origin_url }: OriginIdentity): Promise<void> {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into media_origin (media_origin_id, origin_url, expires_at)
      values (${origin_id}, ${origin_url}, ${inMs(ORIGIN_MS_MAX)})
      on conflict (media_origin_id) do update
        set origin_url = excluded.origin_url, expires_at = excluded.expires_at
      returning old.media_origin_id is null as is_new
    `.execute(this.#db);
    if (rows[0]?.is_new !== true) return;
    await sql`
      delete from media_origin
      where expires_at < now() - make_interval(hours => ${FORGET_AFTER_HOURS}::int)
    `.execute(this.#db);
  }
}
