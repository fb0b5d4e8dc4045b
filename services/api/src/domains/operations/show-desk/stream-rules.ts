import type { StreamFinding } from '@sangwian/contract/endpoints/operator/show';

/** One report of the media process about a stream. */
export interface StreamSample {
  readonly atMs: number;
  readonly bitrateBps: number;
  readonly frameRate: number | null;
  /** Frames dropped since the previous sample. */
  readonly droppedFrames: number;
  readonly viewersHls: number;
  readonly viewersWebrtc: number;
  readonly latencyMs: number | null;
}

/** The known state of a stream at one moment. */
export interface StreamFacts {
  readonly nowMs: number;
  /** Whether the live is on air, so that missing video is a problem. */
  readonly isOnAir: boolean;
  readonly publishing: boolean;
  readonly publishChangedMs: number | null;
  readonly reportedMs: number | null;
  readonly refusal: { readonly text: string; readonly atMs: number } | null;
  readonly video: {
    readonly height: number;
    readonly frameRate: number | null;
    readonly bitrateBps: number;
    readonly keyFrameIntervalMs: number | null;
  } | null;
  readonly audio: { readonly bitrateBps: number } | null;
  readonly warnings: readonly string[];
  readonly latencyMs: number | null;
  /** Samples of the last thirty minutes, oldest first. */
  readonly samples: readonly StreamSample[];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The media process reports every 5 s. After three missed reports, the video counts as missing. */
const REPORT_MS_MAX = 16 * SECOND_MS;
/** A refused encoder usually retries within seconds, so an older refusal is stale. */
const REFUSAL_MS_MAX = 10 * MINUTE_MS;
/** The audio and the keyframes of a new publisher can be judged only after this time. */
const SETTLING_MS = 12 * SECOND_MS;
/** Each segment of about 1 s should begin with a keyframe. Above 2 s between keyframes, the latency grows. */
const KEY_FRAMES_ADVICE_MS = 2_100;
const KEY_FRAMES_PROBLEM_MS = 3_500;
/** A bit rate below this share of the median makes the video visibly worse. */
const DIP_SHARE = 0.6;
const DIPS_UNSTEADY = 3;
const DIP_SAMPLES_MIN = 6;
const RECENT_MS = MINUTE_MS;
const UNSTEADY_MS = 10 * MINUTE_MS;
/** One in a hundred frames: a stutter that fans notice. */
const DROPPED_SHARE_PROBLEM = 0.01;
const FRAME_RATE_PROBLEM = 20;
const FRAME_RATE_ADVICE = 24;
/** Bits per second below which a bout looks blurred, by the height of the video in pixels. */
const BITRATE_MIN_BPS: readonly (readonly [lines: number, bps: number])[] = [
  [1_080, 2_500_000],
  [720, 1_200_000],
  [0, 500_000],
];
const LATENCY_ADVICE_MS = 2_000;

type Finding = StreamFinding;
const finding = (
  name: Finding['finding'],
  level: Finding['level'],
  values: Finding['values'] = {},
  atMs: number | null = null,
): Finding => ({
  finding: name,
  level,
  values,
  at: atMs === null ? null : new Date(atMs).toISOString(),
});

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** A period in which the bit rate was far below its median. */
export interface Dip {
  readonly fromMs: number;
  readonly toMs: number;
  readonly droppedFrames: number;
}

/** Finds the dips of the bit rate, the oldest first. */
export function findDips(samples: readonly StreamSample[]): Dip[] {
  if (samples.length < DIP_SAMPLES_MIN) return [];
  const limit = median(samples.map(({ bitrateBps }) => bitrateBps)) * DIP_SHARE;
  const dips: Dip[] = [];
  let before: StreamSample | undefined;
  let open = false;
  for (const sample of samples) {
    const isLow = sample.bitrateBps < limit;
    const last = dips.at(-1);
    if (isLow && open && last !== undefined) {
      dips[dips.length - 1] = {
        ...last,
        toMs: sample.atMs,
        droppedFrames: last.droppedFrames + sample.droppedFrames,
      };
    } else if (isLow) {
      dips.push({
        fromMs: before?.atMs ?? sample.atMs,
        toMs: sample.atMs,
        droppedFrames: sample.droppedFrames,
      });
    }
    open = isLow;
    before = sample;
  }
  return dips;
}

function judgeRefusal({ refusal, publishing, nowMs }: StreamFacts): Finding[] {
  if (refusal === null || publishing || nowMs - refusal.atMs > REFUSAL_MS_MAX) return [];
  return [finding('publisher_refused', 'problem', { reason: refusal.text }, refusal.atMs)];
}

/** Whether the stream began or ended so recently that a report may be missing or may cover a shorter period. */
const isNew = ({ publishChangedMs, nowMs }: StreamFacts): boolean =>
  publishChangedMs !== null && nowMs - publishChangedMs < REPORT_MS_MAX;

/** Returns the finding of missing video; `null` while video arrives. */
function judgePicture(facts: StreamFacts): Finding | null {
  const { publishing, reportedMs, publishChangedMs, nowMs, isOnAir } = facts;
  const isReported = reportedMs !== null && nowMs - reportedMs < REPORT_MS_MAX;
  if (publishing && (isReported || isNew(facts))) return null;
  const sinceMs = publishing ? reportedMs : publishChangedMs;
  return finding('no_picture', isOnAir ? 'problem' : 'advice', {}, sinceMs);
}

function judgeSound({ audio, warnings }: StreamFacts): Finding[] {
  if (audio === null || audio.bitrateBps === 0) return [finding('sound_missing', 'problem')];
  if (warnings.includes('sound_late') || warnings.includes('sound_clock_stepped')) {
    return [finding('sound_late', 'advice')];
  }
  return [finding('sound_arrives', 'fine')];
}

function judgeEncoder(facts: StreamFacts): Finding[] {
  const { video, warnings } = facts;
  if (video === null) return [];
  const { keyFrameIntervalMs, frameRate, bitrateBps, height } = video;
  const found: Finding[] = [];
  if (keyFrameIntervalMs !== null && keyFrameIntervalMs > KEY_FRAMES_ADVICE_MS) {
    const level = keyFrameIntervalMs > KEY_FRAMES_PROBLEM_MS ? 'problem' : 'advice';
    found.push(finding('key_frames_far_apart', level, { seconds: seconds(keyFrameIntervalMs) }));
  }
  if (frameRate !== null && frameRate < FRAME_RATE_ADVICE) {
    const level = frameRate < FRAME_RATE_PROBLEM ? 'problem' : 'advice';
    found.push(finding('frame_rate_low', level, { fps: Math.round(frameRate * 10) / 10 }));
  }
  const [, needed] = BITRATE_MIN_BPS.find(([lines]) => height >= lines) ?? [0, 0];
  if (bitrateBps > 0 && bitrateBps < needed && !isNew(facts)) {
    const mbps = Math.round(bitrateBps / 100_000) / 10;
    found.push(
      finding('bitrate_low', 'advice', { mbps, needed_mbps: needed / 1_000_000, lines: height }),
    );
  }
  if (warnings.includes('timestamps_jumped')) found.push(finding('timestamps_jumped', 'advice'));
  return found;
}

function judgeDropped({ nowMs, samples }: StreamFacts): Finding[] {
  const recent = samples.filter(({ atMs }) => nowMs - atMs <= RECENT_MS);
  const dropped = recent.reduce((sum, sample) => sum + sample.droppedFrames, 0);
  const fps = median(recent.map(({ frameRate }) => frameRate ?? 0));
  const expected = (fps * RECENT_MS) / SECOND_MS;
  if (expected === 0 || dropped <= expected * DROPPED_SHARE_PROBLEM) return [];
  return [finding('frames_dropped', 'problem', { frames: dropped })];
}

function judgeUpload({ nowMs, samples }: StreamFacts): Finding[] {
  const dips = findDips(samples);
  const recent = dips.filter(({ toMs }) => nowMs - toMs <= UNSTEADY_MS);
  if (recent.length >= DIPS_UNSTEADY) {
    const frames = recent.reduce((sum, dip) => sum + dip.droppedFrames, 0);
    return [finding('upload_unsteady', 'problem', { dips: recent.length, frames })];
  }
  const last = dips.at(-1);
  if (last === undefined) return [finding('upload_steady', 'fine')];
  const values = {
    seconds: Math.round((last.toMs - last.fromMs) / SECOND_MS),
    frames: last.droppedFrames,
  };
  return [finding('upload_dipped', 'advice', values, last.fromMs)];
}

function judgeLatency({ latencyMs }: StreamFacts): Finding[] {
  if (latencyMs === null) return [];
  // Only the latency within the server is measured, with a resolution of a tenth of a second.
  const values = { seconds: Math.max(0.1, seconds(latencyMs)) };
  return [
    latencyMs > LATENCY_ADVICE_MS
      ? finding('latency_high', 'advice', values)
      : finding('latency_good', 'fine', values),
  ];
}

const LEVELS: readonly Finding['level'][] = ['problem', 'advice', 'fine'];

/** Judges a stream and returns its findings, including the fine ones, worst first. */
export function judgeStream(facts: StreamFacts): Finding[] {
  const missing = judgePicture(facts);
  const { publishChangedMs, nowMs } = facts;
  const isSettling = publishChangedMs !== null && nowMs - publishChangedMs < SETTLING_MS;
  const found =
    missing === null
      ? [
          finding('picture_arrives', 'fine'),
          ...(isSettling
            ? []
            : [
                ...judgeSound(facts),
                ...judgeEncoder(facts),
                ...judgeDropped(facts),
                ...judgeUpload(facts),
                ...judgeLatency(facts),
              ]),
        ]
      : [missing];
  return [...judgeRefusal(facts), ...found].sort(
    (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level),
  );
}
