import type { Store } from '../../../shared/store.ts';
import type { StreamEngine } from '../engine/stream-engine.ts';
import { KeptMoment } from './kept-moment.ts';
import { type PlayerProgress, readRange, withinRewind } from './player-snapshot.ts';
import type { StallWatch } from './stall-watch.ts';

/** Who follows the live and has fallen this far behind (an outage, a sleeping phone) is taken back to it. */
const CATCH_UP_S = 4;
/** A jump that did not help is not repeated before this: each one costs a wait. */
const CATCH_UP_EVERY_MS = 10_000;

/** Whether the viewer follows the live, and when to jump to it. */
class LiveFollowing {
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

/** Less than this to rewind is no place to go to; low latency has none at all. */
const SKIP_MIN_S = 5;

interface PlayerPlaceOptions {
  readonly video: HTMLVideoElement;
  readonly progress: Store<PlayerProgress>;
  readonly stalls: StallWatch;
  readonly engine: () => StreamEngine | null;
}

/** Where in the stream the viewer is: follows live or has rewound, and stays there when the engine changes. */
export class PlayerPlace {
  readonly #options: PlayerPlaceOptions;
  readonly #following = new LiveFollowing();
  readonly #kept = new KeptMoment();

  constructor(options: PlayerPlaceOptions) {
    this.#options = options;
  }

  /** The engine is new, and not yet where the viewer was. */
  get pending(): boolean {
    return this.#kept.pending;
  }

  follow(): void {
    this.#following.begin();
  }

  stay(): void {
    this.#following.end();
  }

  /** Seeks within what can be rewound. */
  seekTo(positionS: number): void {
    const progress = this.#options.progress.get();
    if (positionS < progress.toS) this.stay();
    else this.follow();
    this.#seek(withinRewind(progress, positionS));
  }

  /** Goes some seconds back or forward. Returns whether there is anything to go to. */
  skip(byS: number): boolean {
    const { positionS, fromS, toS } = this.#options.progress.get();
    if (toS - fromS < SKIP_MIN_S) return false;
    if (positionS + byS >= toS) this.toLive();
    else this.seekTo(positionS + byS);
    return true;
  }

  toLive(): void {
    this.follow();
    const liveS = this.#options.engine()?.livePositionS() ?? null;
    if (liveS !== null) this.#seek(liveS);
  }

  /** Who follows live and fell behind is taken back to it. */
  catchUp(nowMs: number): void {
    const liveS = this.#options.engine()?.livePositionS() ?? null;
    if (liveS === null) return;
    const behindS = liveS - this.#options.video.currentTime;
    if (this.#following.shouldJump(nowMs, behindS)) this.#seek(liveS);
  }

  /** A new engine begins at live. @param momentMs where the picture was; `null` where it can only be live */
  keep(momentMs: number | null): void {
    this.#kept.keep(this.#following.follows ? null : momentMs);
  }

  /** The new engine stands at this moment of the hall: goes back to where the viewer was. */
  goBack(programTimeMs: number): void {
    const { video } = this.#options;
    const positionS = this.#kept.positionFrom({ positionS: video.currentTime, programTimeMs });
    if (positionS !== null) this.#seek(withinRewind(readRange(video), positionS));
  }

  #seek(positionS: number): void {
    const { stalls, video, progress } = this.#options;
    stalls.expectJump();
    video.currentTime = positionS;
    progress.set({ ...progress.get(), positionS });
  }
}
