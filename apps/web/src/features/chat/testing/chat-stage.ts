import { afterEach, beforeEach } from 'vitest';
import type { LiveRoom } from '../../live/room/live-room.ts';
import { liveRoom, prepareRoom } from '../../live/room/testing/room-stage.ts';
import { Chat } from '../chat.ts';
import type { DraftKeeper } from '../chat-snapshot.ts';

/** The chat of the running test. */
export let chat: Chat;
export const state = () => chat.snapshot.get();
export const texts = () =>
  state().lines.map((line) => {
    if (line.kind === 'gift') return `${line.gift.member_name}: ${line.gift.quantity}`;
    return line.kind === 'own' ? line.text : line.message.text;
  });

/** Replaces the chat that was created before the test. */
export function replaceChat(room: LiveRoom, drafts?: DraftKeeper): void {
  chat.close();
  chat = new Chat(room, drafts);
}

/** Creates a server, a room and its chat for each test. The room is not started. */
export function prepareChat(): void {
  prepareRoom();
  beforeEach(() => {
    chat = new Chat(liveRoom);
  });
  afterEach(() => chat.close());
}
