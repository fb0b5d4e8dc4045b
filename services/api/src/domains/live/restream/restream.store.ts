import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { RestreamReport, TargetRow } from './restream-rules.ts';

export interface NewTarget {
  readonly channelId: string;
  readonly name: string;
  readonly url: string;
  readonly sealedKey: Buffer;
  readonly by: string;
  readonly now: Date;
}

/** A target as the media process needs it. */
export interface SendingTarget {
  readonly targetId: string;
  readonly channelId: string;
  readonly url: string;
  readonly sealedKey: Buffer;
}

/** Restream targets and what media processes report of them. */
export class RestreamStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns whether the channel is on air, its last report and its targets. @throws {ApiError} `channel_not_found` */
  async read(channelId: string): Promise<{
    isOnAir: boolean;
    stats: unknown;
    rows: readonly (TargetRow & { readonly sealed_key: Buffer })[];
  }> {
    const channel = await this.#db
      .selectFrom('channel')
      .select(['publishing', 'stats'])
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    if (channel === undefined) throw new ApiError('channel_not_found');
    const rows = await this.#db
      .selectFrom('restream_target')
      .selectAll()
      .where('channel_id', '=', channelId)
      .orderBy('restream_target_id')
      .execute();
    return { isOnAir: channel.publishing, stats: channel.stats, rows };
  }

  /** Adds a target, switched off. @returns its id. @throws {ApiError} `channel_not_found`, `restream_targets_full` */
  async add({ channelId, name, url, sealedKey, by, now }: NewTarget): Promise<string> {
    return this.#db.transaction().execute(async (trx) => {
      const channel = await trx
        .selectFrom('channel')
        .select('channel_id')
        .where('channel_id', '=', channelId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (channel === undefined) throw new ApiError('channel_not_found');
      const { known } = await trx
        .selectFrom('restream_target')
        .select((eb) => eb.fn.countAll<number>().as('known'))
        .where('channel_id', '=', channelId)
        .executeTakeFirstOrThrow();
      if (known >= LIMITS.restreamTargetsMax) throw new ApiError('restream_targets_full');
      const row = await trx
        .insertInto('restream_target')
        .values({
          ...{ channel_id: channelId, name, url, sealed_key: sealedKey },
          ...{ created_at: now, created_by: by, updated_at: now, updated_by: by },
        })
        .returning('restream_target_id')
        .executeTakeFirstOrThrow();
      return row.restream_target_id;
    });
  }

  /** Switches a target, and forgets what was reported of it. @returns its name, or `null` for an unknown one */
  async setEnabled(
    { channelId, targetId }: { channelId: string; targetId: string },
    change: { isEnabled: boolean; by: string; now: Date },
  ): Promise<{ name: string; wasEnabled: boolean } | null> {
    const { rows } = await sql<{ name: string; was_enabled: boolean }>`
      update restream_target set is_enabled = ${change.isEnabled}, updated_at = ${change.now},
        updated_by = ${change.by}, reported_at = null, state = null, state_since = null,
        failure = null, bitrate_bps = null
      where restream_target_id = ${targetId} and channel_id = ${channelId}
      returning new.name, old.is_enabled as was_enabled
    `.execute(this.#db);
    const [row] = rows;
    return row === undefined ? null : { name: row.name, wasEnabled: row.was_enabled };
  }

  /** @returns the removed target, or `null` for an unknown one */
  async remove(channelId: string, targetId: string): Promise<{ name: string; url: string } | null> {
    const row = await this.#db
      .deleteFrom('restream_target')
      .where('restream_target_id', '=', targetId)
      .where('channel_id', '=', channelId)
      .returning(['name', 'url'])
      .executeTakeFirst();
    return row ?? null;
  }

  /** Takes the report of a media process about the channels whose leases it holds. */
  async report({ process_id, channel_ids, states }: RestreamReport, now: Date): Promise<void> {
    if (states.length === 0) return;
    await sql`
      update restream_target as target set
        reported_at = ${now},
        state = reported.state,
        state_since = ${now}::timestamptz - make_interval(secs => reported.for_ms / 1000.0),
        failure = reported.failure,
        bitrate_bps = reported.bitrate_bps
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as reported (target_id uuid,
        state text, for_ms float8, failure text, bitrate_bps integer), channel_lease as lease
      where target.restream_target_id = reported.target_id and target.is_enabled
        and target.channel_id = any(${channel_ids}::text[])
        and lease.channel_id = target.channel_id and lease.media_process_id = ${process_id}
    `.execute(this.#db);
  }

  /** Returns the targets that a media process has to send to: those of channels whose leases it holds. */
  async findSending({ process_id, channel_ids }: RestreamReport): Promise<SendingTarget[]> {
    if (channel_ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('restream_target as target')
      .innerJoin('channel_lease as lease', 'lease.channel_id', 'target.channel_id')
      .select(['target.restream_target_id', 'target.channel_id', 'target.url', 'target.sealed_key'])
      .where('target.is_enabled', '=', true)
      .where('target.channel_id', 'in', [...channel_ids])
      .where('lease.media_process_id', '=', process_id)
      .orderBy('target.restream_target_id')
      .execute();
    return rows.map((row) => ({
      targetId: row.restream_target_id,
      channelId: row.channel_id,
      url: row.url,
      sealedKey: row.sealed_key,
    }));
  }
}
