import { randomInt } from 'node:crypto';
import { readNalLengthBytes } from '../codec/avc-record.ts';
import { isPictureData, readParameterSets, splitNals } from '../codec/nal-units.ts';
import {
  type AudioConfig,
  type AudioUnit,
  CLOCK_HZ,
  type StreamSink,
  type VideoConfig,
  type VideoUnit,
} from '../stream/access-unit.ts';
import type { Clock } from '../stream/clock.ts';
import { packetiseNals } from './h264-packetizer.ts';
import { RTP_HEAD_BYTES, wrap16, wrap32, writeRtpHead } from './rtp-packet.ts';

/** Packets kept for retransmission: two seconds at 2.5 Mbps, or one large key frame and its followers. */
const HISTORY_PACKETS = 1_024;
/** Maximum number of packets of the GOP that is kept for new viewers. */
const GROUP_PACKETS_MAX = 6_000;
const TICKS_PER_MS = CLOCK_HZ / 1_000;
const OPUS_PER_TICK = 48_000 / CLOCK_HZ;
/** Maximum rounding error of a timestamp; a larger step is a gap. */
const OPUS_ROUNDING = 2;
const SSRC_MAX = 0xffff_ffff;

/** One packet of the stream; only the payload type differs between viewers. */
export interface StreamPacket {
  readonly bytes: Buffer;
  readonly sequence: number;
  readonly timestamp: number;
  /** Number of the frame since the process started. */
  readonly picture: number;
}

/** A viewer of the fanout. Its methods must not throw. */
export interface StreamReader {
  readonly watchSessionId: string;
  /** Receives one complete frame. */
  picture(packets: readonly StreamPacket[], key: boolean): void;
  sound(packet: Buffer): void;
  /** Called when the stream turns out to be unplayable by WebRTC. */
  refused(): void;
}

/** A moment of the stream, for sender reports. */
export interface StreamMoment {
  readonly wallMs: number;
  readonly videoTimestamp: number;
  readonly audioTimestamp: number;
}

interface Tap {
  readonly sink: StreamSink;
  /** A decoder can begin at a key frame only. */
  hasBegun: boolean;
}

export type PictureSound = 'opus' | 'other' | 'none';

/**
 * Sends a channel's frames and audio as RTP, packetized once for all viewers. Sequence numbers and timestamps
 * continue across publishers, so that viewers do not notice a reconnect.
 */
export class RtpFanout implements StreamSink {
  readonly videoSsrc = randomInt(1, SSRC_MAX);
  readonly audioSsrc = randomInt(1, SSRC_MAX);
  readonly #clock: Clock;
  readonly #readers = new Set<StreamReader>();
  /** Edges that relay the stream to viewers of their own. */
  readonly #taps = new Set<Tap>();
  #picturesOf: VideoConfig | null = null;
  #soundOf: AudioConfig | null = null;
  readonly #history: (StreamPacket | undefined)[] = new Array(HISTORY_PACKETS);
  #lengthBytes = 4;
  #parameterSets: readonly Buffer[] = [];
  #profile: number | null = null;
  #sound: PictureSound = 'none';
  #group: StreamPacket[] | null = null;
  #picture = 0;
  #lastPts = Number.NEGATIVE_INFINITY;
  #reordered = false;
  #videoSequence = randomInt(0, 0x8000);
  #audioSequence = randomInt(0, 0x8000);
  #nextSound: number | null = null;
  #soundSamples = 0;
  /** Offset added to the publisher's time; `null` before its first unit. */
  #shift: number | null = null;
  #lastTicks = 0;
  #lastAtMs: number | null = null;
  /** Wall clock of the timestamps' zero. */
  #zeroMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why new viewers are refused now; `null` if they can join. */
  get refusal(): 'away' | 'reordered' | null {
    if (this.#profile === null) return 'away';
    return this.#reordered ? 'reordered' : null;
  }

  /** `profile_idc` of the stream. */
  get profile(): number {
    return this.#profile ?? 0;
  }

  get sound(): PictureSound {
    return this.#sound;
  }

  /** Watch sessions of the current viewers. */
  get watchSessionIds(): ReadonlySet<string> {
    return new Set(Array.from(this.#readers, ({ watchSessionId }) => watchSessionId));
  }

  /** Whether there are viewers, here or at an edge. */
  get watched(): boolean {
    return this.#readers.size + this.#taps.size > 0;
  }

  /**
   * Packets since the last key frame, in order. The list grows with the GOP. `null`: viewers wait for the next key
   * frame.
   */
  get group(): readonly StreamPacket[] | null {
    return this.#group;
  }

  get moment(): StreamMoment {
    const wallMs = this.#clock.wallMs();
    const ticks = (wallMs - this.#zeroMs) * TICKS_PER_MS;
    return {
      wallMs,
      videoTimestamp: wrap32(Math.round(ticks)),
      audioTimestamp: wrap32(Math.round(ticks * OPUS_PER_TICK)),
    };
  }

  join(reader: StreamReader): void {
    this.#readers.add(reader);
  }

  leave(reader: StreamReader): void {
    this.#readers.delete(reader);
  }

  /** Also passes every unit to this sink, from the next key frame on. @returns a function that stops this */
  tap(sink: StreamSink): () => void {
    const tap: Tap = { sink, hasBegun: false };
    this.#taps.add(tap);
    if (this.#soundOf !== null) sink.audioConfig(this.#soundOf);
    if (this.#picturesOf !== null) sink.videoConfig(this.#picturesOf);
    return () => this.#taps.delete(tap);
  }

  /** Returns a recently sent packet. */
  find(sequence: number): StreamPacket | undefined {
    const packet = this.#history[sequence % HISTORY_PACKETS];
    return packet?.sequence === sequence ? packet : undefined;
  }

  videoConfig(config: VideoConfig): void {
    const { record } = config;
    this.#picturesOf = config;
    for (const tap of this.#taps) {
      tap.hasBegun = false;
      tap.sink.videoConfig(config);
    }
    this.#lengthBytes = readNalLengthBytes(record);
    this.#parameterSets = readParameterSets(record).map((set) => Buffer.from(set));
    this.#profile = record.readUInt8(1);
    this.#group = null;
  }

  audioConfig(config: AudioConfig): void {
    this.#soundOf = config;
    for (const { sink } of this.#taps) sink.audioConfig(config);
    this.#sound = config.codec === 'opus' ? 'opus' : 'other';
    this.#soundSamples = config.codec === 'opus' ? config.format.frameSamples : 0;
    this.#nextSound = null;
  }

  video(unit: VideoUnit): void {
    if (this.#profile === null) return;
    for (const tap of this.#taps) {
      tap.hasBegun ||= unit.key;
      if (tap.hasBegun) tap.sink.video(unit);
    }
    this.#noteOrder(unit.pts);
    if (this.#reordered) return;
    const nals = splitNals(unit.data, this.#lengthBytes).filter(isPictureData);
    if (nals.length === 0) return;
    const bodies = packetiseNals(unit.key ? [...this.#parameterSets, ...nals] : nals);
    const packets = this.#number(bodies, wrap32(this.#ticks(unit)));
    if (unit.key) this.#group = [];
    if (this.#group !== null && this.#group.length < GROUP_PACKETS_MAX)
      this.#group.push(...packets);
    else this.#group = null;
    for (const reader of this.#readers) reader.picture(packets, unit.key);
  }

  audio(unit: AudioUnit): void {
    const { data } = unit;
    for (const { sink } of this.#taps) sink.audio(unit);
    if (this.#sound !== 'opus' || this.#reordered) return;
    const timestamp = this.#soundTimestamp(this.#ticks(unit) * OPUS_PER_TICK);
    if (this.#readers.size === 0) return;
    const packet = Buffer.allocUnsafe(RTP_HEAD_BYTES + data.length);
    this.#audioSequence = wrap16(this.#audioSequence + 1);
    writeRtpHead(packet, {
      sequence: this.#audioSequence,
      timestamp: wrap32(timestamp),
      ssrc: this.audioSsrc,
      marker: false,
    });
    data.copy(packet, RTP_HEAD_BYTES);
    for (const reader of this.#readers) reader.sound(packet);
  }

  end(): void {
    for (const { sink } of this.#taps) sink.end();
    this.#picturesOf = null;
    this.#soundOf = null;
    this.#profile = null;
    this.#sound = 'none';
    this.#group = null;
    this.#reordered = false;
    this.#lastPts = Number.NEGATIVE_INFINITY;
    this.#shift = null;
    this.#nextSound = null;
  }

  /** Detects frames that are shown in a different order than decoded, which WebRTC cannot play. */
  #noteOrder(pts: number): void {
    if (pts < this.#lastPts && !this.#reordered && this.#lastPts - pts < CLOCK_HZ) {
      this.#reordered = true;
      this.#group = null;
      for (const reader of [...this.#readers]) reader.refused();
    }
    this.#lastPts = pts;
  }

  #number(bodies: readonly Buffer[], timestamp: number): StreamPacket[] {
    this.#picture += 1;
    const last = bodies.length - 1;
    return bodies.map((bytes, index) => {
      this.#videoSequence = wrap16(this.#videoSequence + 1);
      const sequence = this.#videoSequence;
      writeRtpHead(bytes, { sequence, timestamp, ssrc: this.videoSsrc, marker: index === last });
      const packet = { bytes, sequence, timestamp, picture: this.#picture };
      this.#history[sequence % HISTORY_PACKETS] = packet;
      return packet;
    });
  }

  /** Converts a time to the fanout's timeline, which continues from the previous publisher. */
  #ticks({ pts, heldMs = 0 }: { readonly pts: number; readonly heldMs?: number }): number {
    const nowMs = this.#clock.elapsedMs() - heldMs;
    if (this.#shift === null) {
      const away = this.#lastAtMs === null ? 0 : Math.max(0, nowMs - this.#lastAtMs) * TICKS_PER_MS;
      this.#shift = Math.round(this.#lastTicks + away) - pts;
      this.#zeroMs = this.#clock.wallMs() - heldMs - (pts + this.#shift) / TICKS_PER_MS;
    }
    const ticks = pts + this.#shift;
    this.#lastTicks = Math.max(this.#lastTicks, ticks);
    this.#lastAtMs = nowMs;
    return ticks;
  }

  #soundTimestamp(samples: number): number {
    const counted = this.#nextSound;
    const near = counted !== null && Math.abs(samples - counted) <= OPUS_ROUNDING;
    const timestamp = near ? counted : Math.round(samples);
    this.#nextSound = timestamp + this.#soundSamples;
    return timestamp;
  }
}
