import { LIMITS } from '@sangwian/contract/limits';

/** The sign that this browser watches: told at once, every 15 s, and with each new connection. */
export class WatchBeat {
  readonly #tell: (watchToken: string) => void;
  #watchToken: string | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (watchToken: string) => void) {
    this.#tell = tell;
  }

  /** `null`: this browser watches no longer. */
  set(watchToken: string | null): void {
    if (watchToken === this.#watchToken) return;
    clearInterval(this.#timer);
    this.#watchToken = watchToken;
    if (watchToken === null) return;
    this.#timer = setInterval(() => this.tell(), LIMITS.watchBeatMs);
    this.tell();
  }

  tell(): void {
    if (this.#watchToken !== null) this.#tell(this.#watchToken);
  }
}
