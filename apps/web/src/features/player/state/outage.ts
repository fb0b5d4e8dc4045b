import { retryDelayMs } from '../engine/retry-delay.ts';
import type { Verdict } from './player-status.ts';
import { PlaylistWatch, type ProbeAnswer } from './playlist-probe.ts';

/** A picture that stands is given this long before anybody looks why. */
const DOUBT_MS = 1_200;
const FIRST_FRAME_DOUBT_MS = 4_000;
const LOOK_EVERY_MS = 1_500;
/** The stream is there, the engine was told to go on, and this long nothing moved: it is made anew. */
const RECOVERY_MS = 5_000;
/** A look that fails counts for nothing where the player itself heard from the server this lately. */
const HEARD_WITHIN_MS = 3_000;
/** After a longer outage the window of before is gone, so there is nothing to go on from. */
const OUTAGE_LONG_MS = 15_000;

export interface OutageActions {
  /** Looks at the playlist. */
  readonly look: (url: string) => Promise<ProbeAnswer>;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onRefused: () => void;
  readonly onEnded: () => void;
  /** Lets the engine go on with what it has. */
  readonly resume: () => void;
  /** Makes the engine anew. */
  readonly reload: () => void;
}

/** Watches over a picture that does not move: finds out why, waits for the cause to end, and gets it going again. */
export class Outage {
  readonly #actions: OutageActions;
  readonly #playlist = new PlaylistWatch();
  #lookAtMs = 0;
  #looking: string | null = null;
  #engineDead = false;
  #sinceMs: number | null = null;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #recoverByMs: number | null = null;
  #reloads = 0;

  constructor(actions: OutageActions) {
    this.#actions = actions;
  }

  /** A new engine was begun: its first frame may take a while. */
  loading(now: number): void {
    this.#engineDead = false;
    this.#lookAtMs = now + FIRST_FRAME_DOUBT_MS;
  }

  moved(): void {
    this.#sinceMs = null;
    this.#recoverByMs = null;
    this.#reloads = 0;
    this.#playlist.forget();
  }

  stood(now: number): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = now;
    this.#lookAtMs = now + DOUBT_MS;
  }

  engineDied(): void {
    this.#engineDead = true;
    this.#lookAtMs = 0;
  }

  /** The server answered one of the engine's own requests. */
  heard(now: number): void {
    this.#heardAtMs = now;
  }

  /** There is fresh evidence (a failed request, a network that came back): looks at the next tick. */
  lookSoon(): void {
    this.#lookAtMs = 0;
  }

  /** To be called a few times a second while the picture should move and does not. */
  tick(now: number, url: string): void {
    if (this.#recoverByMs !== null && now >= this.#recoverByMs) this.#reload(now);
    if (now >= this.#lookAtMs && this.#looking === null) void this.#look(url);
  }

  reset(): void {
    this.moved();
    this.#engineDead = false;
    this.#looking = null;
  }

  async #look(url: string): Promise<void> {
    this.#looking = url;
    const answer = await this.#actions.look(url);
    // A reset in between makes the answer one about the past.
    if (this.#looking !== url) return;
    this.#looking = null;
    const now = performance.now();
    this.#lookAtMs = now + LOOK_EVERY_MS;
    if (answer.kind === 'refused') this.#actions.onRefused();
    else if (answer.kind === 'ended') this.#actions.onEnded();
    else this.#judge(answer, now);
  }

  #judge(answer: ProbeAnswer, now: number): void {
    // A device that is too busy to read its answers in time is not one without a connection.
    if (answer.kind === 'unreachable' && now - this.#heardAtMs < HEARD_WITHIN_MS) return;
    const verdict = this.#playlist.judge(answer);
    if (verdict === null) return;
    this.#actions.onVerdict(verdict);
    if (verdict === 'advancing') this.#recover(now);
    else this.#recoverByMs = null;
  }

  #recover(now: number): void {
    if (this.#recoverByMs !== null) return;
    const outageMs = this.#sinceMs === null ? 0 : now - this.#sinceMs;
    if (this.#engineDead || outageMs > OUTAGE_LONG_MS) {
      this.#reload(now);
      return;
    }
    this.#recoverByMs = now + RECOVERY_MS;
    this.#actions.resume();
  }

  #reload(now: number): void {
    this.#recoverByMs = now + RECOVERY_MS + retryDelayMs(this.#reloads, Math.random());
    this.#reloads += 1;
    this.#sinceMs = now;
    this.#actions.reload();
  }
}
