import { LIMITS } from '@sangwian/contract/limits';
import { acquireEventSocket, type SocketHandle } from '../../../shared/session/event-socket.ts';

/**
 * Sends heartbeats of a watch session: at once, every 15 s and after each new connection, until the token is `null`.
 */
export class WatchHeartbeat {
  readonly #emit: (watchToken: string | null) => void;
  #watchToken: string | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(emit: (watchToken: string | null) => void) {
    this.#emit = emit;
  }

  /** `null` stops the heartbeats. The server is notified, because the socket can stay open for its other users. */
  set(watchToken: string | null): void {
    if (watchToken === this.#watchToken) return;
    clearInterval(this.#timer);
    this.#watchToken = watchToken;
    if (watchToken === null) {
      this.#emit(null);
      return;
    }
    this.#timer = setInterval(() => this.send(), LIMITS.watchBeatMs);
    this.send();
  }

  send(): void {
    if (this.#watchToken !== null) this.#emit(this.#watchToken);
  }
}

const OPEN_RETRY_MS = 3_000;

/**
 * Sends heartbeats over the event socket for a page without a live room. If the tab is killed, the server stops
 * counting its viewer seconds after the socket closes.
 *
 * @returns a function that stops the heartbeats
 */
export function startWatchHeartbeat(
  watchToken: string,
  acquire: () => Promise<SocketHandle> = acquireEventSocket,
): () => void {
  let held: SocketHandle | null = null;
  let stopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const heartbeat = new WatchHeartbeat((watch_token) => {
    held?.socket.volatile.emit('watch:beat', { watch_token });
  });
  const send = () => heartbeat.send();
  const attempt = async () => {
    try {
      const opened = await acquire();
      if (stopped) {
        opened.release();
        return;
      }
      held = opened;
      opened.socket.on('connect', send);
      if (opened.socket.connected) send();
    } catch {
      retry = setTimeout(() => void attempt(), OPEN_RETRY_MS);
    }
  };
  heartbeat.set(watchToken);
  void attempt();
  return () => {
    stopped = true;
    clearTimeout(retry);
    heartbeat.set(null);
    held?.socket.off('connect', send);
    held?.release();
  };
}
