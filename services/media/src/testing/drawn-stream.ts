import { readAudioSpecificConfig } from '../codec/audio-specific-config.ts';
import { ChannelTimeline } from '../packager/channel-timeline.ts';
import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import { Packager } from '../packager/packager.ts';
import {
  aacFrame,
  aacRecord,
  avcRecord,
  idrPicture,
  interPicture,
} from '../rtmp/testing/sample-media.ts';
import type { AudioUnit, StreamSink, VideoUnit } from '../stream/access-unit.ts';

export const AAC_FRAME_TICKS = (1024 * 90_000) / 48_000;

/** Generates frames with RTMP's millisecond times; `keyAt` selects the key frames. */
export function pictures(options: {
  readonly count: number;
  readonly frameRate: number;
  readonly keyAt: (index: number) => boolean;
  readonly startMs?: number;
  /** PTS − DTS of every frame, in milliseconds. */
  readonly offsetMs?: number;
}): VideoUnit[] {
  const { count, frameRate, keyAt, startMs = 0, offsetMs = 0 } = options;
  return Array.from({ length: count }, (_, index) => {
    const dts = Math.round(startMs + (index * 1000) / frameRate) * 90;
    const key = keyAt(index);
    return { dts, pts: dts + offsetMs * 90, key, data: key ? idrPicture() : interPicture() };
  });
}

/** Generates AAC frames at 48 kHz, with millisecond times. */
export function frames(startMs: number, endMs: number): AudioUnit[] {
  const units: AudioUnit[] = [];
  for (let index = 0; startMs + (index * 1024) / 48 < endMs; index += 1) {
    units.push({ pts: Math.round(startMs + (index * 1024) / 48) * 90, data: aacFrame });
  }
  return units;
}

/** Sends units in order of time; audio first if the times are equal. */
export function sendAll(
  sink: StreamSink,
  video: readonly VideoUnit[],
  audio: readonly AudioUnit[],
): void {
  let next = 0;
  for (const unit of video) {
    for (; next < audio.length && (audio[next]?.pts ?? 0) <= unit.dts; next += 1) {
      sink.audio(audio[next] as AudioUnit);
    }
    sink.video(unit);
  }
  for (; next < audio.length; next += 1) sink.audio(audio[next] as AudioUnit);
}

export const sendConfigs = (sink: StreamSink, withAudio: boolean): void => {
  sink.videoConfig({ codec: 'h264', record: avcRecord() });
  if (withAudio)
    sink.audioConfig({
      codec: 'aac',
      record: aacRecord,
      format: readAudioSpecificConfig(aacRecord),
    });
};

export interface CutPeriod {
  readonly period: PackagedPeriod;
  readonly parts: PackagedPart[];
}

/** Creates a packager whose output is recorded by period. */
export function recordingPackager(now: () => number = () => 1_800_000_000_000) {
  const periods: CutPeriod[] = [];
  let discontinuity = 0;
  const packager = new Packager({
    output: {
      period: (period) => periods.push({ period, parts: [] }),
      part: (part) => periods.at(-1)?.parts.push(part),
    },
    timeline: new ChannelTimeline(() => discontinuity++),
    rendition: '',
    now,
  });
  return { packager, periods };
}

/** Groups parts by segment. */
export function bySegment(parts: readonly PackagedPart[]): PackagedPart[][] {
  const segments: PackagedPart[][] = [];
  for (const part of parts) {
    if (part.startsSegment) segments.push([]);
    segments.at(-1)?.push(part);
  }
  return segments;
}

/** Sends `seconds` of a stream at once, with a key frame each second. @returns the start of the next second */
export function sendSeconds(sink: StreamSink, startMs: number, seconds: number): number {
  const endMs = startMs + seconds * 1_000;
  const video = pictures({
    count: seconds * 30,
    frameRate: 30,
    keyAt: (index) => index % 30 === 0,
    startMs,
  });
  sendAll(sink, video, frames(startMs + (startMs === 0 ? 0 : 10), endMs));
  return endMs;
}
