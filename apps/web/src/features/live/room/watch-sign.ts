import { holdEventSocket, type SocketHold } from '../../../shared/session/event-socket.ts';
import { WatchBeat } from './watch-beat.ts';

const OPEN_RETRY_MS = 3_000;

/**
 * Says over the event socket that this browser watches, for a page without the chat that says so elsewhere: when the
 * socket goes with a tab that was killed, the tab counts for no viewer seconds later.
 *
 * @returns the call that ends it
 */
export function signWatching(
  watchToken: string,
  hold: () => Promise<SocketHold> = holdEventSocket,
): () => void {
  let held: SocketHold | null = null;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const beat = new WatchBeat((watch_token) => {
    held?.socket.volatile.emit('watch:beat', { watch_token });
  });
  const tell = () => beat.tell();
  const attempt = async () => {
    try {
      const opened = await hold();
      if (ended) {
        opened.release();
        return;
      }
      held = opened;
      opened.socket.on('connect', tell);
      if (opened.socket.connected) tell();
    } catch {
      retry = setTimeout(() => void attempt(), OPEN_RETRY_MS);
    }
  };
  beat.set(watchToken);
  void attempt();
  return () => {
    ended = true;
    clearTimeout(retry);
    beat.set(null);
    held?.socket.off('connect', tell);
    held?.release();
  };
}
