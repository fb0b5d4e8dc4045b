import { startTransition, useEffect, useRef, useState } from 'react';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import { holdEventSocket } from '../../shared/session/event-socket.ts';
import { createStore, useStore, useStorePart } from '../../shared/store.ts';
import { ChatClient } from './chat-client.ts';
import { draftsOf } from './chat-drafts.ts';
import { type ChatSnapshot, NO_CHAT, type RoomEvents } from './chat-snapshot.ts';

const EMPTY = createStore(NO_CHAT);

/** The chat of a live, from the first paint on. `null` before it, and on the server. */
export const useChat = (
  programLiveId: string,
  events: RoomEvents,
  clock: PictureClock,
): ChatClient | null => {
  const [client, setClient] = useState<ChatClient | null>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const made = new ChatClient({
      programLiveId,
      clock,
      hold: holdEventSocket,
      drafts: draftsOf(programLiveId),
      events: {
        onMatch: (match) => latest.current.onMatch?.(match),
        onBar: (bar) => latest.current.onBar?.(bar),
        onGifts: (gifts) => latest.current.onGifts?.(gifts),
        onRefunded: (refund) => latest.current.onRefunded?.(refund),
      },
    });
    startTransition(() => setClient(made));
    made.start();
    return () => {
      made.destroy();
      setClient(null);
    };
  }, [programLiveId, clock]);
  return client;
};

export const useChatSnapshot = (client: ChatClient | null): ChatSnapshot =>
  useStore(client?.snapshot ?? EMPTY, NO_CHAT);

/** The viewers alone, for whoever shows nothing else of the chat. */
export const useViewers = (client: ChatClient | null): number | null =>
  useStorePart(client?.snapshot ?? EMPTY, NO_CHAT, ({ viewers }) => viewers);
