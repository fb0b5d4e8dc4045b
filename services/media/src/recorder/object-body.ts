import type { LiveWindow } from '../window/live-window.ts';
import type { ListedPeriod, Segment } from '../window/segment.ts';

/** Consecutive segments of one period that are stored as one object, with their bytes. */
export interface ReadSegments {
  readonly segments: readonly Segment[];
  readonly data: readonly Buffer[];
}

const BOX_HEAD_BYTES = 8;

/** Returns the offset of the content of a box. @throws if there is no such box between `from` and `to` */
function enter(data: Buffer, type: string, from: number, to: number): { at: number; end: number } {
  for (let at = from; at + BOX_HEAD_BYTES <= to; ) {
    const size = data.readUInt32BE(at);
    if (data.toString('latin1', at + 4, at + 8) === type)
      return { at: at + BOX_HEAD_BYTES, end: at + size };
    if (size < BOX_HEAD_BYTES) break;
    at += size;
  }
  throw new Error(`no ${type} in a segment`);
}

/** Returns the decoding time of a segment's first sample, in ticks of its first track. */
export function decodeTicksOf(segment: Buffer): number {
  const moof = enter(segment, 'moof', 0, segment.length);
  const traf = enter(segment, 'traf', moof.at, moof.end);
  const tfdt = enter(segment, 'tfdt', traf.at, traf.end);
  return Number(segment.readBigUInt64BE(tfdt.at + 4));
}

const isSoundFolder = (folder: string): boolean => folder.endsWith('audio');

/** Returns the ticks per second of a folder's first track. */
function clockOf({ tracks }: ListedPeriod, folder: string): number {
  const { video, audio } = tracks;
  return isSoundFolder(folder) ? (audio?.description.sampleRateHz ?? 1) : video.clockHz;
}

function describePeriod(period: ListedPeriod, folder: string) {
  const { description } = period.tracks.video;
  const sound = { width: null, height: null, frame_rate: null };
  const { width, height, frameRate } = description;
  const picture = { width, height, frame_rate: frameRate };
  return {
    first_sequence: period.firstSequence,
    discontinuity: period.discontinuity,
    init: period.init.toString('base64'),
    codecs: period.codecs,
    ...(isSoundFolder(folder) ? sound : picture),
  };
}

/** Reads segments up to the first one that is missing on disk. */
export async function readSegments(
  window: LiveWindow,
  segments: readonly Segment[],
): Promise<ReadSegments> {
  const data: Buffer[] = [];
  for (const segment of segments) {
    try {
      data.push(await window.read(segment, 0, segment.bytes));
    } catch {
      break;
    }
  }
  return { segments: segments.slice(0, data.length), data };
}

/** Returns the body of an object: a line of JSON that describes it, and its bytes. `null` without segments. */
export function buildObjectBody(
  originId: string,
  folder: string,
  { segments, data }: ReadSegments,
): Buffer | null {
  const [first] = segments;
  if (first === undefined) return null;
  const clockHz = clockOf(first.period, folder);
  const startsAt = new Date(first.startMs);
  const head = {
    origin_id: originId,
    folder,
    first_sequence: first.mediaSequence,
    starts_at: startsAt.toISOString(),
    segments: segments.map(({ startMs, durationUs, bytes }, index) => [
      Math.max(0, Math.round(startMs - startsAt.getTime())),
      Math.round((decodeTicksOf(data[index] ?? Buffer.alloc(0)) * 1e6) / clockHz),
      durationUs,
      bytes,
    ]),
    period: describePeriod(first.period, folder),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...data]);
}
