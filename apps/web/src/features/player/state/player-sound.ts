import { patchStore } from '../../../shared/patch-store.ts';
import type { Store } from '../../../shared/store.ts';
import { type PlayerSnapshot, VOLUME_AFTER_SILENCE } from './player-snapshot.ts';

/** Controls the volume of the video element and copies the volume into the snapshot. */
export class PlayerSound {
  readonly #video: HTMLVideoElement;
  readonly #snapshot: Store<PlayerSnapshot>;

  constructor(video: HTMLVideoElement, snapshot: Store<PlayerSnapshot>) {
    this.#video = video;
    this.#snapshot = snapshot;
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted;
    if (!muted && this.#video.volume === 0) this.#video.volume = VOLUME_AFTER_SILENCE;
    patchStore(this.#snapshot, { unmuteOffered: false });
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.#video.muted = this.#video.volume === 0;
    patchStore(this.#snapshot, { unmuteOffered: false });
  }

  /** Call this on `volumechange`, which the browser's built-in controls fire too. */
  onChanged(): void {
    const { muted, volume } = this.#video;
    patchStore(this.#snapshot, muted ? { muted, volume } : { muted, volume, unmuteOffered: false });
  }
}
