import { readFileSync } from 'node:fs';
import { StreamFeed } from '../rtmp/stream-feed.ts';
import type {
  AudioConfig,
  AudioUnit,
  StreamSink,
  VideoConfig,
  VideoUnit,
} from '../stream/access-unit.ts';

/** A recorded call of a sink. */
export type SinkCall =
  | { readonly kind: 'videoConfig'; readonly config: VideoConfig }
  | { readonly kind: 'audioConfig'; readonly config: AudioConfig }
  | { readonly kind: 'video'; readonly unit: VideoUnit }
  | { readonly kind: 'audio'; readonly unit: AudioUnit };

const FLV_HEAD_BYTES = 9;
const BACK_POINTER_BYTES = 4;
const TAG_HEAD_BYTES = 11;
const MALFORMED_MAX = 10;

/** Reads an FLV file through the RTMP ingest and returns the recorded calls. */
export function readFlv(file: string): SinkCall[] {
  const bytes = readFileSync(file);
  const calls: SinkCall[] = [];
  const sink: StreamSink = {
    videoConfig: (config) => calls.push({ kind: 'videoConfig', config }),
    audioConfig: (config) => calls.push({ kind: 'audioConfig', config }),
    video: (unit) => calls.push({ kind: 'video', unit }),
    audio: (unit) => calls.push({ kind: 'audio', unit }),
    end: () => {},
  };
  const feed = new StreamFeed({
    sink,
    openRendition: () => null,
    malformedUnitsMax: MALFORMED_MAX,
  });
  for (let at = FLV_HEAD_BYTES + BACK_POINTER_BYTES; at + TAG_HEAD_BYTES <= bytes.length; ) {
    const typeId = bytes.readUInt8(at) & 0x1f;
    const length = bytes.readUIntBE(at + 1, 3);
    const timestampMs = bytes.readUIntBE(at + 4, 3) + bytes.readUInt8(at + 7) * 0x1000000;
    const payload = bytes.subarray(at + TAG_HEAD_BYTES, at + TAG_HEAD_BYTES + length);
    if (typeId === 8 || typeId === 9) feed.take({ typeId, streamId: 1, timestampMs, payload });
    at += TAG_HEAD_BYTES + length + BACK_POINTER_BYTES;
  }
  return calls;
}

/** Replays one call on a sink. */
export function play(sink: StreamSink, call: SinkCall): void {
  if (call.kind === 'videoConfig') sink.videoConfig(call.config);
  else if (call.kind === 'audioConfig') sink.audioConfig(call.config);
  else if (call.kind === 'video') sink.video(call.unit);
  else sink.audio(call.unit);
}

/** Returns the decoding time of a unit in ticks; `null` for a configuration. */
export const ticksOf = (call: SinkCall): number | null =>
  call.kind === 'video' ? call.unit.dts : call.kind === 'audio' ? call.unit.pts : null;
