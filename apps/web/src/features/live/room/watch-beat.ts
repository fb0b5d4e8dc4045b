import { LIMITS } from '@sangwian/contract/limits';

/** The sign that this browser watches: sent at once, every 15 s and with each new connection; `null` ends it. */
export class WatchBeat {
  readonly #tell: (watchToken: string | null) => void;
  #watchToken: string | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (watchToken: string | null) => void) {
    this.#tell = tell;
  }

  /** `null`: this page watches no longer. The socket may stay open for others, so the server is notified. */
  set(watchToken: string | null): void {
    if (watchToken === this.#watchToken) return;
    clearInterval(this.#timer);
    this.#watchToken = watchToken;
    if (watchToken === null) {
      this.#tell(null);
      return;
    }
    this.#timer = setInterval(() => this.tell(), LIMITS.watchBeatMs);
    this.tell();
  }

  tell(): void {
    if (this.#watchToken !== null) this.#tell(this.#watchToken);
  }
}
