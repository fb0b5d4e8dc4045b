/** Number of frames remembered: some seconds more than the slowest rendition may lag. */
const PICTURES_MAX = 2_000;

/** Times of the source's frames that were sent to the encoder, in order of presentation. */
export class FedPictures {
  #pts: number[] = [];
  #newestDts = Number.NEGATIVE_INFINITY;

  add(dts: number, pts: number): void {
    this.#newestDts = dts;
    let at = this.#pts.length;
    while (at > 0 && (this.#pts[at - 1] ?? 0) > pts) at -= 1;
    this.#pts.splice(at, 0, pts);
    if (this.#pts.length > PICTURES_MAX) this.#pts.shift();
  }

  /**
   * Whether every frame presented before `endPts` is known. This is certain once a frame is decoded at `endPts` or
   * later, because no frame is presented before it is decoded.
   */
  isCompleteBefore(endPts: number): boolean {
    return this.#newestDts >= endPts;
  }

  get newestPts(): number | null {
    return this.#pts.at(-1) ?? null;
  }

  /** Returns the latest frame presented before `endPts`; `null` without one. */
  latestBefore(endPts: number): number | null {
    return this.#pts.findLast((pts) => pts < endPts) ?? null;
  }

  /** Returns the first frame presented from `startPts` on; `null` without one. */
  firstFrom(startPts: number): number | null {
    const latest = this.#pts.findLastIndex((pts) => pts < startPts);
    return this.#pts[latest + 1] ?? null;
  }

  clear(): void {
    this.#pts = [];
    this.#newestDts = Number.NEGATIVE_INFINITY;
  }
}
