import type { ChannelSignal, ChannelSignals } from '@sangwian/contract/endpoints/operator/signals';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../schema/database.ts';

const count = z.number().nonnegative().catch(0);
const countOrNull = z.number().nonnegative().nullable().catch(null);
const names = z.array(z.string()).catch([]);

const Signal = z
  .object({
    protocol: z.string().catch(''),
    healthy: z.boolean().catch(false),
    bitrate_bps: count,
    frame_rate: countOrNull,
    picture_age_ms: countOrNull,
  })
  .nullable()
  .catch(null);

/**
 * The fields of a `stream_stats` event about signals and renditions. Any field may be missing, because media engines
 * and their releases differ.
 */
const Stats = z.object({
  signals: z
    .object({
      shown: z.enum(['primary', 'backup']).nullable().catch(null),
      shown_for_ms: countOrNull,
      primary: Signal,
      backup: Signal,
      primary_returns_in_ms: countOrNull,
      takeovers: count,
    })
    .nullable()
    .catch(null),
  ladder: z
    .object({
      absence: z.enum(['off', 'few_cores', 'no_ffmpeg', 'no_encoder']).nullable().catch(null),
      rungs: names,
      dropped: names,
      restarts: count,
      cpu_cores: countOrNull,
      behind_ms: countOrNull,
    })
    .nullable()
    .catch(null),
});

/** Returns the time `ms` after a report; `null` if either is unknown. */
const timeAt = (reportedAt: Date | null, ms: number | null | undefined): string | null =>
  reportedAt === null || ms == null ? null : new Date(reportedAt.getTime() + ms).toISOString();

const negated = (ms: number | null | undefined): number | null => (ms == null ? null : -ms);

function presentSignal(signal: z.infer<typeof Signal>, reportedAt: Date): ChannelSignal | null {
  if (signal === null) return null;
  const { protocol, healthy, bitrate_bps, frame_rate, picture_age_ms: ageMs } = signal;
  return {
    ...{ protocol, healthy, bitrate_bps, frame_rate },
    last_picture_at: timeAt(reportedAt, negated(ageMs)),
  };
}

/** Reads both signals of a channel. @throws {ApiError} `channel_not_found` */
export async function readSignals(
  db: Kysely<Database>,
  channelId: string,
): Promise<ChannelSignals> {
  const row = await db
    .selectFrom('channel')
    .select(['channel_id', 'publishing', 'stats', 'stats_at'])
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('channel_not_found');
  const { stats_at: reportedAt, publishing } = row;
  const parsed = Stats.safeParse(row.stats ?? {});
  const { signals, ladder } = parsed.success ? parsed.data : { signals: null, ladder: null };
  // Without a publisher, the last report of a channel is stale: its signals have ended.
  const shown = publishing && reportedAt !== null ? signals : null;
  return {
    ...{ channel_id: row.channel_id, publishing },
    reported_at: reportedAt?.toISOString() ?? null,
    shown: shown?.shown ?? null,
    shown_since: timeAt(reportedAt, negated(shown?.shown_for_ms)),
    primary:
      shown === null || reportedAt === null ? null : presentSignal(shown.primary, reportedAt),
    backup: shown === null || reportedAt === null ? null : presentSignal(shown.backup, reportedAt),
    primary_returns_at: timeAt(reportedAt, shown?.primary_returns_in_ms),
    takeovers: shown?.takeovers ?? 0,
    ladder:
      ladder === null
        ? null
        : {
            ...{ absence: ladder.absence, renditions: publishing ? ladder.rungs : [] },
            ...{ dropped: publishing ? ladder.dropped : [], restarts: ladder.restarts },
            cpu_cores: publishing ? ladder.cpu_cores : null,
            behind_ms: publishing ? ladder.behind_ms : null,
          },
  };
}
