import type { ReadonlyStore } from '../../../shared/store.ts';
import type { PlayerSnapshot } from './player-snapshot.ts';
import type { PlayerSound } from './player-sound.ts';

/** What the video, its keys and the lock screen need of the player of a live or of a replay. */
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
  /** Absent in a replay: a key that leads to its end would tell how the evening ends. */
  goLive?(): void;
}
