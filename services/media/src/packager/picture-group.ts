import {
  type Expectation,
  expectSegment,
  FIRST_EXPECTATION,
  SEGMENT_TICKS_MIN,
} from './part-plan.ts';
import type { SegmentTarget } from './segment-target.ts';

/** The open GOP, and the segment duration expected from earlier GOPs. */
export class PictureGroup {
  readonly #target: SegmentTarget;
  #learnt: Expectation | null;
  #startDts: number;
  #frames = 0;

  constructor(startDts: number, learnt: Expectation | null, target: SegmentTarget) {
    this.#startDts = startDts;
    this.#learnt = learnt;
    this.#target = target;
  }

  /** Duration of the latest complete GOP; `null` before the second key frame. */
  get learnt(): Expectation | null {
    return this.#learnt;
  }

  /** Expected duration of a segment that begins now. */
  get expected(): Expectation {
    return expectSegment(this.#learnt ?? FIRST_EXPECTATION, this.#target.ticksMax);
  }

  /** Whether GOPs exceed the maximum segment duration, so that each is cut into several segments. */
  get isCut(): boolean {
    return (this.#learnt?.ticks ?? 0) > this.#target.ticksMax;
  }

  ticksAt(dts: number): number {
    return dts - this.#startDts;
  }

  addPicture(): void {
    this.#frames += 1;
  }

  /** Ends the GOP at a key frame that may begin a segment. */
  end(keyDts: number): void {
    const ticks = keyDts - this.#startDts;
    if (ticks >= SEGMENT_TICKS_MIN) this.#learnt = { ticks, frames: this.#frames };
    this.#startDts = keyDts;
    this.#frames = 0;
  }
}
