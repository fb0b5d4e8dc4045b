/** After a double tap, every further tap on that side within this time skips again. */
export type Gesture = 'tap' | 'back' | 'forward' | 'swipe_down';

export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** A longer movement is not a tap. */
const TAP_PX_MAX = 12;
const TAP_MS_MAX = 400;
const DOUBLE_MS_MAX = 320;
/** The width of each side zone, as a share of the video. */
const SIDE = 0.35;
const SWIPE_PX_MIN = 64;
/** The minimum ratio of vertical to horizontal movement in a swipe down. */
const SWIPE_SLOPE = 2;

type Place = 'left' | 'middle' | 'right';

/** Recognises taps, double taps and swipes of one finger. */
export class TouchGestures {
  #from: Touch | null = null;
  #last: { readonly place: Place; readonly atMs: number } | null = null;

  down(touch: Touch): void {
    this.#from = touch;
  }

  /** The browser has taken over the touch for scrolling. */
  cancel(): void {
    this.#from = null;
    this.#last = null;
  }

  /** @param width of the video; `x` counts from its left */
  up(touch: Touch, width: number): Gesture | null {
    const from = this.#from;
    this.#from = null;
    if (from === null) return null;
    const [right, down] = [touch.x - from.x, touch.y - from.y];
    if (Math.max(Math.abs(right), Math.abs(down)) > TAP_PX_MAX) {
      this.#last = null;
      const swiped = down > SWIPE_PX_MIN && down > SWIPE_SLOPE * Math.abs(right);
      return swiped ? 'swipe_down' : null;
    }
    if (touch.atMs - from.atMs > TAP_MS_MAX) return null;
    return this.#tap(touch, width);
  }

  #tap({ x, atMs }: Touch, width: number): Gesture {
    const place: Place = x < width * SIDE ? 'left' : x > width * (1 - SIDE) ? 'right' : 'middle';
    const last = this.#last;
    this.#last = { place, atMs };
    if (place === 'middle' || last?.place !== place || atMs - last.atMs > DOUBLE_MS_MAX)
      return 'tap';
    return place === 'left' ? 'back' : 'forward';
  }
}
