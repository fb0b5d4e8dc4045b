import { expect, it, vi } from 'vitest';
import { emit, joined, liveRoom, message, stage } from '../live/room/testing/room-stage.ts';
import { isNotHiddenBy } from './chat-line.ts';
import { chat, prepareChat, state } from './testing/chat-stage.ts';

prepareChat();

const AUTHOR = message(1).member_id;
const shown = () => state().lines.filter(isNotHiddenBy(state().hidden)).length;

it('hides the lines of blocked members after a join, and shows the lines after an unblock', async () => {
  stage.room.blocked = [AUTHOR];
  liveRoom.start();
  await joined();
  expect(state().lines).toHaveLength(2);
  expect(shown()).toBe(0);
  emit('chat:block', { member_id: AUTHOR, blocked: false });
  await vi.waitFor(() => expect(shown()).toBe(2));
  emit('chat:block', { member_id: AUTHOR, blocked: true });
  await vi.waitFor(() => expect(shown()).toBe(0));
});

it('forgets a block that is missing in the response to the next join', async () => {
  liveRoom.start();
  await joined();
  chat.setBlocked(AUTHOR, true);
  expect(shown()).toBe(0);
  for (const socket of stage.room.sockets) socket.conn.close();
  await vi.waitFor(() => expect(stage.room.joins).toHaveLength(2));
  await vi.waitFor(() => expect(shown()).toBe(2));
});

it('hides the lines of a muted member and shows the lines again after an unmute', async () => {
  liveRoom.start();
  await joined();
  chat.setMuted(AUTHOR, true);
  expect(shown()).toBe(0);
  chat.setMuted(AUTHOR, false);
  expect(shown()).toBe(2);
});

it('never hides own lines that the server has not confirmed', async () => {
  liveRoom.start();
  await joined();
  stage.room.onSend = () => {};
  chat.setMuted(AUTHOR, true);
  chat.setDraft('สู้ ๆ');
  chat.send();
  expect(shown()).toBe(1);
});
