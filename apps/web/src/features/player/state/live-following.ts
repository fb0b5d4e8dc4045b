/** Who follows the live and has fallen this far behind (an outage, a sleeping phone) is taken back to it. */
const CATCH_UP_S = 4;
/** A jump that did not help is not repeated before this: each one costs a wait. */
const CATCH_UP_EVERY_MS = 10_000;

/** Whether the viewer follows the live, and when to jump to it. */
export class LiveFollowing {
  #follows = true;
  #jumpedAtMs = Number.NEGATIVE_INFINITY;

  get follows(): boolean {
    return this.#follows;
  }

  /** The viewer went to live. */
  begin(): void {
    this.#follows = true;
  }

  /** The viewer rewound or paused. */
  end(): void {
    this.#follows = false;
  }

  /** True once for every jump that is due. */
  shouldJump(nowMs: number, behindS: number): boolean {
    if (!this.#follows || behindS <= CATCH_UP_S) return false;
    if (nowMs - this.#jumpedAtMs < CATCH_UP_EVERY_MS) return false;
    this.#jumpedAtMs = nowMs;
    return true;
  }
}
