import type { AudioConfig, StreamSink } from '../stream/access-unit.ts';

/** Maximum payload, larger than any coded video frame. A longer declared length is an error of the sender. */
export const FRAME_BYTES_MAX = 16 * 1024 * 1024;
/** Frame header: length of the payload, then its type. */
const HEAD_BYTES = 5;
const PICTURE_HEAD_BYTES = 17;
const SOUND_HEAD_BYTES = 8;
const HELD_BYTES = 8;

const KINDS = {
  alive: 0,
  videoConfig: 1,
  audioConfig: 2,
  video: 3,
  audio: 4,
  end: 5,
  held: 6,
} as const;

/** Returns one frame: the length of the payload (4 bytes), its type (1 byte), and the payload. */
function frame(kind: number, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 0));
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, ...parts]);
}

export const ALIVE_FRAME: Buffer = frame(KINDS.alive);

const writeAudioConfig = ({ codec, record, format }: AudioConfig): Buffer =>
  Buffer.from(JSON.stringify({ codec, record: record.toString('base64'), format }));

function readAudioConfig(payload: Buffer): AudioConfig {
  const { record, ...rest } = JSON.parse(payload.toString()) as { record: string };
  return { ...rest, record: Buffer.from(record, 'base64') } as AudioConfig;
}

/**
 * Returns a sink that writes each unit as one frame. For a unit that was held back, a frame with the holding time
 * precedes it.
 */
export function createUnitWriter(write: (bytes: Buffer) => void): StreamSink {
  const writeHeld = (heldMs = 0): void => {
    if (heldMs === 0) return;
    const time = Buffer.alloc(HELD_BYTES);
    time.writeDoubleBE(heldMs);
    write(frame(KINDS.held, time));
  };
  return {
    videoConfig: ({ record }) => write(frame(KINDS.videoConfig, record)),
    audioConfig: (config) => write(frame(KINDS.audioConfig, writeAudioConfig(config))),
    video: ({ key, dts, pts, data, heldMs }) => {
      writeHeld(heldMs);
      const head = Buffer.alloc(PICTURE_HEAD_BYTES);
      head.writeUInt8(key ? 1 : 0);
      head.writeDoubleBE(dts, 1);
      head.writeDoubleBE(pts, 9);
      write(frame(KINDS.video, head, data));
    },
    audio: ({ pts, data, heldMs }) => {
      writeHeld(heldMs);
      const head = Buffer.alloc(SOUND_HEAD_BYTES);
      head.writeDoubleBE(pts);
      write(frame(KINDS.audio, head, data));
    },
    end: () => write(frame(KINDS.end)),
  };
}

/** Parses frames from chunks of any size, and passes their units to a sink. */
export class UnitReader {
  readonly #sink: StreamSink;
  #rest: Buffer = Buffer.alloc(0);
  /** Holding time of the next unit. */
  #heldMs = 0;

  constructor(sink: StreamSink) {
    this.#sink = sink;
  }

  /** @throws if the bytes are not valid frames */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + bytes.readUInt32BE(at);
      if (end - at > FRAME_BYTES_MAX) throw new Error('a frame of the stream is too long');
      if (end > bytes.length) break;
      this.#take(bytes.readUInt8(at + 4), bytes.subarray(at + HEAD_BYTES, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }

  #take(kind: number, payload: Buffer): void {
    const sink = this.#sink;
    if (kind === KINDS.videoConfig) sink.videoConfig({ codec: 'h264', record: payload });
    else if (kind === KINDS.audioConfig) sink.audioConfig(readAudioConfig(payload));
    else if (kind === KINDS.video) {
      sink.video({
        key: payload.readUInt8(0) === 1,
        dts: payload.readDoubleBE(1),
        pts: payload.readDoubleBE(9),
        data: payload.subarray(PICTURE_HEAD_BYTES),
        heldMs: this.#takeHeldMs(),
      });
    } else if (kind === KINDS.audio) {
      sink.audio({
        pts: payload.readDoubleBE(0),
        data: payload.subarray(SOUND_HEAD_BYTES),
        heldMs: this.#takeHeldMs(),
      });
    } else if (kind === KINDS.held) this.#heldMs = payload.readDoubleBE(0);
    else if (kind === KINDS.end) sink.end();
    else if (kind !== KINDS.alive) throw new Error(`a frame of the stream has the kind ${kind}`);
  }
  #takeHeldMs(): number {
    const heldMs = this.#heldMs;
    this.#heldMs = 0;
    return heldMs;
  }
}
