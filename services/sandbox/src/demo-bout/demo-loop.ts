import { readFlvFile } from '@sangwian/rtmp/flv-file';
import { LOOP_MS } from './time-code.ts';

const AUDIO = 8;
const VIDEO = 9;
/** First byte of AVC video: key frame or inter frame; second byte: header, coded frame, end. */
const AVC_KEY = 0x17;
const AVC_INTER = 0x27;
const AAC = 0xaf;
const SEQUENCE_HEADER = 0;
const CODED = 1;

/** One video or audio frame of the loop, as the body of an FLV tag. */
export interface LoopUnit {
  readonly kind: 'video' | 'audio';
  /** Offset from the start of the loop. */
  readonly offsetMs: number;
  /** Whether decoding can start with this frame. */
  readonly key: boolean;
  readonly payload: Buffer;
}

export interface DemoLoop {
  readonly lengthMs: number;
  readonly videoConfig: Buffer;
  readonly audioConfig: Buffer;
  /** Ordered by offset; the first is a key frame at 0. */
  readonly units: readonly LoopUnit[];
}

/** Parses an FLV file for looping. @throws {Error} if the broadcaster cannot loop it without a gap */
export function readDemoLoop(file: Buffer): DemoLoop {
  let videoConfig: Buffer | undefined;
  let audioConfig: Buffer | undefined;
  const units: LoopUnit[] = [];
  for (const { typeId, timestampMs, payload } of readFlvFile(file)) {
    const [first, second] = payload;
    if (typeId === VIDEO && (first === AVC_KEY || first === AVC_INTER)) {
      if (second === SEQUENCE_HEADER) videoConfig = payload;
      if (second === CODED) {
        units.push({ kind: 'video', offsetMs: timestampMs, key: first === AVC_KEY, payload });
      }
    }
    if (typeId === AUDIO && first === AAC) {
      if (second === SEQUENCE_HEADER) audioConfig = payload;
      if (second === CODED)
        units.push({ kind: 'audio', offsetMs: timestampMs, key: false, payload });
    }
  }
  if (videoConfig === undefined || audioConfig === undefined) {
    throw new Error('the demo bout has no H.264 or no AAC header');
  }
  // Video frames precede audio of the same time, so that the loop starts with a key frame.
  units.sort(
    (a, b) => a.offsetMs - b.offsetMs || (a.kind === b.kind ? 0 : a.kind === 'video' ? -1 : 1),
  );
  const [head] = units;
  if (head?.key !== true || head.offsetMs !== 0) {
    throw new Error('the demo bout does not open with a key frame at 0');
  }
  if ((units.at(-1)?.offsetMs ?? 0) >= LOOP_MS) throw new Error('the demo bout outlasts its loop');
  return { lengthMs: LOOP_MS, videoConfig, audioConfig, units };
}

/** A unit with its time over all laps. */
export interface TimedUnit extends LoopUnit {
  /** Time since the start of the first lap; never decreases. */
  readonly atMs: number;
}

/** Iterates over the loop endlessly. */
export class LoopCursor {
  readonly #loop: DemoLoop;
  #lap = 0;
  #index = 0;

  constructor(loop: DemoLoop) {
    this.#loop = loop;
  }

  get current(): TimedUnit {
    const unit = this.#loop.units[this.#index];
    if (unit === undefined) throw new RangeError('the cursor left the loop');
    return { ...unit, atMs: this.#lap * this.#loop.lengthMs + unit.offsetMs };
  }

  advance(): void {
    this.#index += 1;
    if (this.#index < this.#loop.units.length) return;
    this.#index = 0;
    this.#lap += 1;
  }

  /** Moves to the first key frame at or after this time. */
  seekKey(atMs: number): void {
    const { lengthMs, units } = this.#loop;
    this.#lap = Math.floor(atMs / lengthMs);
    const offsetMs = atMs - this.#lap * lengthMs;
    const index = units.findIndex((unit) => unit.key && unit.offsetMs >= offsetMs);
    this.#index = Math.max(0, index);
    if (index === -1) this.#lap += 1;
  }
}
