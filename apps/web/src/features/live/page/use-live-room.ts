import { startTransition, useEffect, useRef, useState } from 'react';
import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';
import { acquireEventSocket } from '../../../shared/session/event-socket.ts';
import { Chat } from '../../chat/chat.ts';
import { draftsOf } from '../../chat/chat-drafts.ts';
import { LiveRoom, type RoomListener } from '../room/live-room.ts';

type PageListener = Pick<
  Required<RoomListener>,
  'onState' | 'onMatch' | 'onBar' | 'onGifts' | 'onGiftCatalogue' | 'onRefunded'
>;

/** Joins the room of a live after mount. Returns the chat of the room; `null` before mount and on the server. */
export function useLiveRoom(
  programLiveId: string,
  listener: PageListener,
  clock: PictureClock,
): Chat | null {
  const [chat, setChat] = useState<Chat | null>(null);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const room = new LiveRoom({ programLiveId, clock, acquire: acquireEventSocket });
    const made = new Chat(room, draftsOf(programLiveId));
    room.subscribe({
      onState: (state) => latest.current.onState(state),
      onMatch: (match) => latest.current.onMatch(match),
      onBar: (bar) => latest.current.onBar(bar),
      onGifts: (gifts) => latest.current.onGifts(gifts),
      onGiftCatalogue: (gifts) => latest.current.onGiftCatalogue(gifts),
      onRefunded: (refund) => latest.current.onRefunded(refund),
    });
    startTransition(() => setChat(made));
    room.start();
    return () => {
      made.close();
      room.close();
      setChat(null);
    };
  }, [programLiveId, clock]);
  return chat;
}
