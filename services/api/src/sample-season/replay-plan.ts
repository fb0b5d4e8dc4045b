import { z } from 'zod';
import { addMs, MINUTE_MS } from './bangkok-time.ts';
import { sampleId } from './sample-random.ts';
import type { SeasonPlan } from './season-plan.ts';

/** The card whose live can be watched again. */
const CARD = 'last-night';
/** Each bout of the replay shows this many segments of its walk-outs and of each round. */
const SEGMENTS_PER_PART = 2;
/** Each bout begins at a different position in the evening's video. */
const PARTS_BETWEEN_BOUTS = 2;
const WALK_OUT_MS = MINUTE_MS;
/** Time from the bell of a round to the next bell, in the past cards of the sample. */
const ROUND_EVERY_MS = 4 * MINUTE_MS;
/** Time from the last bell of a bout to its end in the replay, within the video of the round. */
const END_MS = 3_500;

export const REPLAY_LIVE_ID = sampleId(`live:${CARD}`);
export const REPLAY_RECORDING_ID = sampleId(`recording:${CARD}`);

/**
 * Describes the video file `assets/sample-replay.mp4`: an initialisation segment, and then segments of equal length.
 */
export const ReplayPictures = z.object({
  init_bytes: z.int().positive(),
  codecs: z.string(),
  width: z.int(),
  height: z.int(),
  frame_rate: z.number(),
  segment_ms: z.int().positive(),
  segment_bytes: z.array(z.int().positive()).min(1),
});
export type ReplayPictures = z.infer<typeof ReplayPictures>;

type PlannedBout = SeasonPlan['bouts'][number];

/** Returns the wall-clock times of a bout's walk-outs and of the bells of its rounds. */
function partsOf({ starts_at, method, result_round, rounds }: PlannedBout): Date[] {
  const fought = method === 'forfeit' ? 1 : (result_round ?? rounds);
  const bells = Array.from({ length: fought }, (_, index) =>
    addMs(starts_at, index * ROUND_EVERY_MS),
  );
  return [addMs(starts_at, -WALK_OUT_MS), ...bells];
}

/** The operators' acts, from which the chapters are derived. */
function actsOf(bout: PlannedBout) {
  const matchLiveId = sampleId(`match-live:${CARD}:${bout.card_order}`);
  const [, bell, ...later] = partsOf(bout);
  const last = later.at(-1) ?? bell;
  if (bell === undefined || last === undefined) return [];
  return [
    { matchLiveId, action: 'start', details: {}, at: bell },
    ...later.map((at, index) => ({
      ...{ matchLiveId, action: 'round', at },
      details: { number: index + 2 },
    })),
    { matchLiveId, action: 'end', details: {}, at: addMs(last, END_MS) },
  ];
}

/** Returns the segments of a bout and their positions in the video file. */
function objectOf(bout: PlannedBout, place: number, firstSequence: number, from: ReplayPictures) {
  const { segment_ms: segmentMs, segment_bytes: sizes, init_bytes: initBytes } = from;
  const parts = partsOf(bout);
  const startsAt = parts[0] ?? bout.starts_at;
  const count = parts.length * SEGMENTS_PER_PART;
  const first = (place * PARTS_BETWEEN_BOUTS * SEGMENTS_PER_PART) % (sizes.length - count);
  const sizeOf = (from: number, to: number): number =>
    sizes.slice(from, to).reduce((sum, bytes) => sum + bytes, 0);
  const segments = sizes.slice(first, first + count).map((bytes, index) => {
    const part = parts[Math.floor(index / SEGMENTS_PER_PART)] ?? startsAt;
    const startMs = part.getTime() - startsAt.getTime() + (index % SEGMENTS_PER_PART) * segmentMs;
    const decodeUs = (first + index) * segmentMs * 1_000;
    return [startMs, decodeUs, segmentMs * 1_000, bytes] as [number, number, number, number];
  });
  const offset = initBytes + sizeOf(0, first);
  return {
    firstSequence,
    discontinuity: place,
    startsAt,
    segments,
    offset,
    bytes: sizeOf(first, first + count),
  };
}

/**
 * Plans the replay of last night: some seconds of the walk-outs and of each round of its bouts, with the times at which
 * they took place.
 */
export function planReplay(season: Pick<SeasonPlan, 'bouts'>, pictures: ReplayPictures) {
  const bouts = season.bouts.filter(
    ({ program_id, method }) =>
      program_id === sampleId(`program:${CARD}`) && method !== 'cancelled',
  );
  let sequence = 1;
  const objects = bouts.map((bout, place) => {
    const object = objectOf(bout, place, sequence, pictures);
    sequence += object.segments.length;
    return object;
  });
  return { acts: bouts.flatMap(actsOf), objects };
}
