import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import { PesAssembler, type PesUnit } from './pes-assembler.ts';
import { readProgramMap, readProgramMapPid, type StreamTypes } from './program-tables.ts';

/** Size of a packet (ISO/IEC 13818-1, 2.4.3.2). */
const PACKET_BYTES = 188;
const SYNC_BYTE = 0x47;
const HEAD_BYTES = 4;
const PROGRAM_TABLE_PID = 0;
const STREAM_TYPE = { h264: 0x1b, aacAdts: 0x0f } as const;

const VIDEO_NAMES: Readonly<Record<number, string>> = {
  1: 'MPEG-1',
  2: 'MPEG-2',
  16: 'MPEG-4 Visual',
  36: 'HEVC',
  51: 'VVC',
};
const SOUND_NAMES: Readonly<Record<number, string>> = {
  3: 'MPEG audio (MP2, MP3)',
  4: 'MPEG audio (MP2, MP3)',
  17: 'AAC in LATM',
  129: 'AC-3',
  135: 'E-AC-3',
};

export interface TransportStreamHandlers {
  /** One picture as a H.264 byte stream. Times are ticks of 90 kHz that wrap at 33 bits. */
  readonly video: (unit: PesUnit) => void;
  /** Bytes of an ADTS stream. */
  readonly audio: (unit: PesUnit) => void;
  /** Packets of a stream were lost, and with them at least a part of a unit. */
  readonly lost: (track: 'video' | 'audio') => void;
}

/** Reads the first H.264 and the first AAC stream of an MPEG transport stream. */
export class TransportStreamReader {
  readonly #handlers: TransportStreamHandlers;
  #rest: Buffer = Buffer.alloc(0);
  #mapPid: number | null = null;
  #videoPid: number | null = null;
  #audioPid: number | null = null;
  readonly #counters = new Map<number, number>();
  readonly #video: PesAssembler;
  readonly #audio: PesAssembler;

  constructor(handlers: TransportStreamHandlers) {
    this.#handlers = handlers;
    this.#video = new PesAssembler(handlers.video);
    this.#audio = new PesAssembler(handlers.audio);
  }

  /**
   * Reads bytes that follow the previous ones.
   *
   * @throws {UnsupportedMediaError} for other codecs
   * @throws {MalformedMediaError} if the bytes are not a transport stream
   */
  push(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (all.length - at >= PACKET_BYTES) {
      if (all[at] !== SYNC_BYTE) {
        this.#rest = Buffer.alloc(0);
        throw new MalformedMediaError('no MPEG transport stream: choose the format mpegts');
      }
      this.#take(all.subarray(at, at + PACKET_BYTES));
      at += PACKET_BYTES;
    }
    this.#rest = Buffer.from(all.subarray(at));
  }

  /** Continues after bytes that were lost. */
  skip(): void {
    this.#rest = Buffer.alloc(0);
    this.#video.abandon();
    this.#audio.abandon();
    this.#counters.clear();
    this.#handlers.lost('video');
    this.#handlers.lost('audio');
  }

  #take(packet: Buffer): void {
    const pid = packet.readUInt16BE(1) & 0x1fff;
    const isStart = (packet.readUInt8(1) & 0x40) !== 0;
    const control = (packet.readUInt8(3) >> 4) & 3;
    const hasPayload = (control & 1) !== 0;
    const adaptationBytes = (control & 2) !== 0 ? 1 + packet.readUInt8(HEAD_BYTES) : 0;
    const start = HEAD_BYTES + adaptationBytes;
    if (!hasPayload || start >= PACKET_BYTES) return;
    const payload = packet.subarray(start);
    if (pid === PROGRAM_TABLE_PID)
      this.#mapPid = readProgramMapPid(payload, isStart) ?? this.#mapPid;
    else if (pid === this.#mapPid) this.#choose(readProgramMap(payload, isStart));
    else if (pid === this.#videoPid || pid === this.#audioPid) {
      if (!this.#follows(pid, packet.readUInt8(3) & 0x0f)) return;
      (pid === this.#videoPid ? this.#video : this.#audio).push(payload, isStart);
    }
  }

  /** Checks the continuity counter. Returns `false` for a repeated packet. */
  #follows(pid: number, counter: number): boolean {
    const before = this.#counters.get(pid);
    this.#counters.set(pid, counter);
    if (before === undefined || counter === ((before + 1) & 0x0f)) return true;
    if (counter === before) return false;
    const isVideo = pid === this.#videoPid;
    (isVideo ? this.#video : this.#audio).abandon();
    this.#handlers.lost(isVideo ? 'video' : 'audio');
    return true;
  }

  #choose(streams: StreamTypes | null): void {
    if (streams === null) return;
    const all = [...streams];
    this.#videoPid = all.find(([, type]) => type === STREAM_TYPE.h264)?.[0] ?? null;
    this.#audioPid = all.find(([, type]) => type === STREAM_TYPE.aacAdts)?.[0] ?? null;
    if (this.#videoPid === null) refuseNamed(all, VIDEO_NAMES, 'H.264');
    if (this.#audioPid === null) refuseNamed(all, SOUND_NAMES, 'AAC');
  }
}

/** Refuses a stream whose only video or audio has another codec. */
function refuseNamed(
  streams: readonly (readonly [number, number])[],
  names: Readonly<Record<number, string>>,
  instead: string,
): void {
  for (const [, type] of streams) {
    const name = names[type];
    if (name === undefined) continue;
    throw new UnsupportedMediaError(`${name} is not supported: choose ${instead}`);
  }
}
