import type { ShowStream, StreamFinding } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { LiveReader } from '../../live/lives/lives.module.ts';
import { type ChannelRow, ChannelStore } from './channel.store.ts';
import { pointsOf, StreamHistory } from './stream-history.ts';
import { judgeStream, type StreamFacts } from './stream-rules.ts';

const count = z.number().nonnegative().catch(0);
/** The stored form of a `stream_stats` event. Any field may be missing, because engines and releases differ. */
const Stats = z.object({
  video: z
    .object({
      codec: z.string().catch('h264'),
      width: count,
      height: count,
      frame_rate: z.number().nullable().catch(null),
      bitrate_bps: count,
      key_frame_interval_ms: z.number().nullable().catch(null),
    })
    .nullable()
    .catch(null),
  audio: z
    .object({ codec: z.string().catch('aac'), bitrate_bps: count })
    .nullable()
    .catch(null),
  warnings: z.array(z.string()).catch([]),
  dropped_frames: count,
  latency_ms: z.number().nullable().catch(null),
  viewers: z.object({ hls: count, webrtc: count }).catch({ hls: 0, webrtc: 0 }),
});
type Stats = z.infer<typeof Stats>;

const statsOf = (row: ChannelRow): Stats | null => {
  const parsed = Stats.safeParse(row.stats ?? {});
  return row.stats_at === null || !parsed.success ? null : parsed.data;
};

/** Returns the known state of a channel. A channel without a row has an empty state. */
function factsOf(
  row: ChannelRow | undefined,
  now: Pick<StreamFacts, 'nowMs' | 'isOnAir' | 'samples'>,
): StreamFacts {
  const stats = row === undefined ? null : statsOf(row);
  return {
    ...now,
    publishing: row?.publishing ?? false,
    publishChangedMs: row?.publish_changed_at?.getTime() ?? null,
    reportedMs: row?.stats_at?.getTime() ?? null,
    refusal:
      row?.refusal == null || row.refused_at === null
        ? null
        : { text: row.refusal, atMs: row.refused_at.getTime() },
    video:
      stats?.video == null
        ? null
        : {
            height: stats.video.height,
            frameRate: stats.video.frame_rate,
            bitrateBps: stats.video.bitrate_bps,
            keyFrameIntervalMs: stats.video.key_frame_interval_ms,
          },
    audio: stats?.audio == null ? null : { bitrateBps: stats.audio.bitrate_bps },
    warnings: stats?.warnings ?? [],
    latencyMs: stats?.latency_ms ?? null,
  };
}

/** A channel that has a publisher or is on air, for the place Health. */
export interface ChannelHealth {
  readonly channelId: string;
  readonly publishing: boolean;
  readonly isOnAir: boolean;
  readonly height: number | null;
  readonly frameRate: number | null;
  readonly bitrateBps: number;
  readonly viewers: { readonly hls: number; readonly webrtc: number };
  readonly reportedAt: Date | null;
  readonly findings: readonly StreamFinding[];
}

export interface StreamHealthDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly live: LiveReader;
}

/** Samples the streams of lives in progress and judges them. */
export class StreamHealth {
  readonly #deps: StreamHealthDeps;
  readonly #store: ChannelStore;
  readonly #history = new StreamHistory();
  /** The counter of dropped frames at the last sample. The counter restarts with each publisher. */
  readonly #dropped = new Map<string, number>();

  constructor(deps: StreamHealthDeps) {
    this.#deps = deps;
    this.#store = new ChannelStore(deps.db);
  }

  /** Samples the newest report of every stream that is on air. */
  async sample(): Promise<void> {
    const rows = await this.#store.findOnAir();
    const known = new Set(rows.map((row) => row.channel_id));
    for (const channelId of this.#dropped.keys()) {
      if (!known.has(channelId)) this.#dropped.delete(channelId);
    }
    for (const row of rows) this.#add(row);
  }

  /** Reads and judges every channel that has a publisher or is on air. */
  async readChannels(): Promise<ChannelHealth[]> {
    const nowMs = this.#deps.clock().getTime();
    const [onAir, published] = await Promise.all([
      this.#store.findOnAir(),
      this.#store.findPublished(),
    ]);
    const live = new Set(onAir.map((row) => row.channel_id));
    const rows = new Map([...onAir, ...published].map((row) => [row.channel_id, row]));
    return [...rows.values()].map((row) => {
      const stats = statsOf(row);
      const samples = this.#history.samplesOf(row.channel_id);
      const isOnAir = live.has(row.channel_id);
      return {
        channelId: row.channel_id,
        publishing: row.publishing,
        isOnAir,
        height: stats?.video?.height ?? null,
        frameRate: stats?.video?.frame_rate ?? null,
        bitrateBps: (stats?.video?.bitrate_bps ?? 0) + (stats?.audio?.bitrate_bps ?? 0),
        viewers: row.publishing && stats !== null ? stats.viewers : { hls: 0, webrtc: 0 },
        reportedAt: row.stats_at,
        findings: judgeStream(factsOf(row, { nowMs, isOnAir, samples })),
      };
    });
  }

  /** @throws {ApiError} `live_not_found` */
  async read(programLiveId: ProgramLiveId): Promise<ShowStream> {
    const { clock, live } = this.#deps;
    const facts = await live.findLive(programLiveId);
    if (facts === null) throw new ApiError('live_not_found');
    const streams = await live.streamsOf(programLiveId);
    const main = streams.find(({ kind }) => kind === 'hls') ?? streams[0];
    const rows = await this.#store.find([...new Set(streams.map(({ channelId }) => channelId))]);
    const row = rows.find((one) => one.channel_id === main?.channelId);
    const stats = row === undefined ? null : statsOf(row);
    const samples = row === undefined ? [] : this.#history.samplesOf(row.channel_id);
    const all = rows.map(statsOf).filter((one) => one !== null);
    const findings = judgeStream(
      factsOf(row, { nowMs: clock().getTime(), isOnAir: facts.status === 'in_progress', samples }),
    );
    return {
      channel_id: row?.channel_id ?? null,
      publishing: row?.publishing ?? false,
      reported_at: row?.stats_at?.toISOString() ?? null,
      video: stats?.video ?? null,
      audio: stats?.audio ?? null,
      dropped_frames: stats?.dropped_frames ?? 0,
      latency_ms: stats?.latency_ms ?? null,
      viewers: {
        hls: all.reduce((sum, { viewers }) => sum + viewers.hls, 0),
        webrtc: all.reduce((sum, { viewers }) => sum + viewers.webrtc, 0),
      },
      findings,
      points: pointsOf(samples),
    };
  }

  #add(row: ChannelRow): void {
    const stats = statsOf(row);
    if (stats === null || row.stats_at === null) return;
    const before = this.#dropped.get(row.channel_id) ?? stats.dropped_frames;
    this.#dropped.set(row.channel_id, stats.dropped_frames);
    this.#history.add(row.channel_id, {
      atMs: row.stats_at.getTime(),
      bitrateBps: (stats.video?.bitrate_bps ?? 0) + (stats.audio?.bitrate_bps ?? 0),
      frameRate: stats.video?.frame_rate ?? null,
      droppedFrames:
        stats.dropped_frames >= before ? stats.dropped_frames - before : stats.dropped_frames,
      viewersHls: stats.viewers.hls,
      viewersWebrtc: stats.viewers.webrtc,
      latencyMs: stats.latency_ms,
    });
  }
}
