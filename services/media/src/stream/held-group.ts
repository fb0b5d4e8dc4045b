import { type AudioUnit, CLOCK_HZ, type VideoUnit } from './access-unit.ts';

const TICKS_PER_MS = CLOCK_HZ / 1_000;
/** A larger GOP is dropped. The signal is ready again at its next key frame. */
const PICTURES_MAX = 900;
const BYTES_MAX = 16 * 1024 * 1024;
/** A longer step of the signal's clock makes earlier frames useless. */
const STEP_TICKS_MAX = 10 * CLOCK_HZ;
/** Minimum interval between replayed frames, so that decoders keep up and millisecond timestamps differ. */
const REPLAY_STEP_TICKS_MIN = 5 * TICKS_PER_MS;

export type HeldUnit =
  | { readonly kind: 'video'; readonly unit: VideoUnit }
  | { readonly kind: 'audio'; readonly unit: AudioUnit };

/**
 * Keeps the units of a signal since its latest key frame, so that the signal can be shown at once instead of at its
 * next key frame.
 */
export class HeldGroup {
  #units: HeldUnit[] = [];
  #pictures = 0;
  #bytes = 0;
  #firstDts = 0;
  #lastDts = 0;
  #lastPictureMs = 0;

  /** Whether the group begins with a key frame. */
  get isReady(): boolean {
    return this.#pictures > 0;
  }

  video(unit: VideoUnit, nowMs: number): void {
    const step = unit.dts - this.#lastDts;
    if (unit.key) this.clear();
    else if (this.isReady && (step <= 0 || step > STEP_TICKS_MAX)) this.clear();
    if (!unit.key && !this.isReady) return;
    if (unit.key) this.#firstDts = unit.dts;
    this.#lastDts = unit.dts;
    this.#lastPictureMs = nowMs;
    this.#pictures += 1;
    this.#add({ kind: 'video', unit });
  }

  audio(unit: AudioUnit): void {
    if (this.isReady) this.#add({ kind: 'audio', unit });
  }

  clear(): void {
    this.#units = [];
    this.#pictures = 0;
    this.#bytes = 0;
  }

  /**
   * Returns the kept units in order of arrival. Their timestamps span only `silenceMs`, the time that viewers have
   * missed. Earlier frames are only needed for decoding, so they are compressed into this span.
   */
  replay(silenceMs: number, nowMs: number): HeldUnit[] {
    const newest = this.#lastDts;
    const length = newest - this.#firstDts;
    const room = Math.max(silenceMs * TICKS_PER_MS, this.#pictures * REPLAY_STEP_TICKS_MIN);
    const pace = length > room ? room / length : 1;
    const squeeze = (ticks: number): number =>
      ticks > newest ? ticks : newest - Math.round((newest - ticks) * pace);
    const sinceNewestMs = nowMs - this.#lastPictureMs;
    const heldSince = (ticks: number): number =>
      sinceNewestMs + Math.max(0, newest - ticks) / TICKS_PER_MS;
    const start = newest - Math.min(length, room);
    return this.#units.flatMap((held): HeldUnit[] => {
      if (held.kind === 'audio') {
        const { pts } = held.unit;
        if (pts < start) return [];
        return [{ kind: 'audio', unit: { ...held.unit, heldMs: heldSince(pts) } }];
      }
      const { unit } = held;
      const dts = squeeze(unit.dts);
      return [
        { kind: 'video', unit: { ...unit, dts, pts: squeeze(unit.pts), heldMs: heldSince(dts) } },
      ];
    });
  }

  #add(held: HeldUnit): void {
    this.#bytes += held.unit.data.length;
    this.#units.push(held);
    if (this.#pictures > PICTURES_MAX || this.#bytes > BYTES_MAX) this.clear();
  }
}
