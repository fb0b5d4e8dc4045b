import type { ReadonlyStore } from '../../../shared/store.ts';
import type { PlayerSnapshot } from './player-snapshot.ts';
import type { PlayerSound } from './player-sound.ts';

/** The common interface of the players of a live and of a replay, for the video, its keys and the lock screen. */
export interface PicturePlayer {
  readonly snapshot: ReadonlyStore<PlayerSnapshot>;
  readonly progress: ReadonlyStore<{ readonly fromS: number }>;
  readonly sound: Pick<PlayerSound, 'setMuted' | 'setVolume'>;
  readonly position: {
    seekTo(positionS: number): void;
    /** Skips some seconds. Returns `false` if the stream cannot be rewound. */
    skip(byS: number): boolean;
  };
  play(): void;
  pause(): void;
  togglePlay(): void;
  /** Returns to live. Absent in a replay, where jumping to the end would reveal the results. */
  goLive?(): void;
}
