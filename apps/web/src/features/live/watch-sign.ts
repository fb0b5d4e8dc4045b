import type { Socket } from 'socket.io-client';
import { openNamespace } from '../../shared/session/sockets.ts';
import { WatchBeat } from '../chat/watch-beat.ts';

const OPEN_RETRY_MS = 3_000;

/**
 * Says over the event socket that this browser watches, for a page without the chat that says so elsewhere: when the
 * socket goes with a tab that was killed, the tab counts for no viewer seconds later.
 *
 * @returns the call that ends it: by closing the namespace, which whoever else follows it opens again
 */
export function signWatching(
  watchToken: string,
  open: () => Promise<Socket> = () => openNamespace('/event'),
): () => void {
  let socket: Socket | null = null;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const beat = new WatchBeat((watch_token) => {
    socket?.volatile.emit('watch:beat', { watch_token });
  });
  const tell = () => beat.tell();
  const attempt = async () => {
    try {
      const opened = await open();
      if (ended) return;
      socket = opened;
      opened.on('connect', tell);
      if (opened.connected) tell();
      else if (!opened.active) opened.connect();
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
    socket?.off('connect', tell);
    socket?.disconnect();
  };
}
