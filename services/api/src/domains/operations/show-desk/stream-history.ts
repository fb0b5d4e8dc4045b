import type { StreamPoint } from '@sangwian/contract/endpoints/operator/show';
import type { StreamSample } from './stream-rules.ts';

const POINT_MS = 30_000;
const SHOWN_MS = 30 * 60_000;
/** The media process sends a report every 5 s. */
const SAMPLES_MAX = SHOWN_MS / 5_000;
/** Maximum number of streams. An evening has one or two lives in progress. */
const CHANNELS_MAX = 16;

/** The last thirty minutes of the streams of lives in progress, in memory of this node. */
export class StreamHistory {
  readonly #channels = new Map<string, StreamSample[]>();

  /** Adds a sample, unless the stream already has a sample of this time or later. */
  add(channelId: string, sample: StreamSample): void {
    let samples = this.#channels.get(channelId);
    if (samples === undefined) {
      if (this.#channels.size >= CHANNELS_MAX) this.#removeOldest();
      samples = [];
      this.#channels.set(channelId, samples);
    }
    const last = samples.at(-1);
    if (last !== undefined && sample.atMs <= last.atMs) return;
    samples.push(sample);
    const oldestMs = sample.atMs - SHOWN_MS;
    while (samples.length > SAMPLES_MAX || (samples[0]?.atMs ?? oldestMs) < oldestMs) {
      samples.shift();
    }
  }

  samplesOf(channelId: string): readonly StreamSample[] {
    return this.#channels.get(channelId) ?? [];
  }

  #removeOldest(): void {
    const newestMs = (samples: readonly StreamSample[]): number => samples.at(-1)?.atMs ?? 0;
    const [oldest] = [...this.#channels].sort(([, a], [, b]) => newestMs(a) - newestMs(b));
    if (oldest !== undefined) this.#channels.delete(oldest[0]);
  }
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

const isNumber = (value: number | null): value is number => value !== null;

function pointOf(startMs: number, samples: readonly StreamSample[]): StreamPoint {
  const rates = samples.map(({ frameRate }) => frameRate).filter(isNumber);
  const latencies = samples.map(({ latencyMs }) => latencyMs).filter(isNumber);
  return {
    at: new Date(startMs).toISOString(),
    bitrate_bps: Math.round(average(samples.map(({ bitrateBps }) => bitrateBps))),
    bitrate_low_bps: Math.min(...samples.map(({ bitrateBps }) => bitrateBps)),
    // The minimum, because a short stutter would disappear in an average.
    frame_rate: rates.length === 0 ? null : Math.min(...rates),
    dropped_frames: samples.reduce((sum, { droppedFrames }) => sum + droppedFrames, 0),
    viewers_hls: Math.max(...samples.map(({ viewersHls }) => viewersHls)),
    viewers_webrtc: Math.max(...samples.map(({ viewersWebrtc }) => viewersWebrtc)),
    latency_ms: latencies.length === 0 ? null : Math.max(...latencies),
  };
}

/** Returns one point for every thirty seconds that have samples, the oldest first. */
export function pointsOf(samples: readonly StreamSample[]): StreamPoint[] {
  const byStart = new Map<number, StreamSample[]>();
  for (const sample of samples) {
    const startMs = Math.floor(sample.atMs / POINT_MS) * POINT_MS;
    const known = byStart.get(startMs);
    if (known === undefined) byStart.set(startMs, [sample]);
    else known.push(sample);
  }
  return [...byStart].map(([startMs, group]) => pointOf(startMs, group));
}
