import { describe, expect, it, vi } from 'vitest';
import { emit, joined, LIVE, liveRoom, message, stage } from '../live/room/testing/room-stage.ts';
import { slowModeAt } from './chat-snapshot.ts';
import { chat, prepareChat, state } from './testing/chat-stage.ts';

prepareChat();

const lastLine = () => state().lines.at(-1);

/**
 * Sends a line that the server holds for review.
 *
 * @returns its id
 */
async function hold(text = 'เครดิตฟรี'): Promise<string> {
  liveRoom.start();
  await joined();
  let id = '';
  stage.room.onSend = (sent, ack) => {
    id = sent.chat_message_id;
    ack({ ok: false, error: { status: 'chat_held', message: 'held', request_id: 'r' } });
  };
  chat.setDraft(text);
  chat.send();
  await vi.waitFor(() => expect(lastLine()).toMatchObject({ kind: 'own', state: 'held' }));
  return id;
}
const decide = (id: string, decision: object) =>
  emit('chat:held', { program_live_id: LIVE, chat_message_id: id, ...decision });

describe('a held line', () => {
  it('is shown to its author only, empties the text box and starts the wait of slow mode', async () => {
    await hold();
    expect(lastLine()).toMatchObject({ text: 'เครดิตฟรี', state: 'held' });
    expect(state().draft).toBe('');
    expect(state().notice).toBeNull();
    expect(state().nextSendAtMs).toBeGreaterThan(Date.now());
  });

  it('is replaced by the message of a tick once a moderator allows it', async () => {
    const id = await hold();
    stage.room.lines.push(message(3, 'เครดิตฟรี', id));
    decide(id, { state: 'allowed', reason: null });
    stage.room.tick(2);
    await vi.waitFor(() => expect(lastLine()).toMatchObject({ kind: 'message', id }));
    expect(state().lines.filter((line) => line.id === id)).toHaveLength(1);
  });

  it('shows the reason of its removal until the author discards it', async () => {
    const id = await hold();
    decide(id, { state: 'removed', reason: 'gambling' });
    await vi.waitFor(() =>
      expect(lastLine()).toMatchObject({ state: 'removed', reason: 'gambling' }),
    );
    chat.discard(id);
    expect(state().lines.some((line) => line.id === id)).toBe(false);
  });

  it('is restored after a reload while it waits for review, but not after the decision', async () => {
    const held = (id: string, fields: object) => ({ chat_message_id: id, text: id, ...fields });
    stage.room.held = [
      held('waiting', { state: 'held', reason: null }),
      held('gone', { state: 'removed', reason: 'spam' }),
      held('there', { state: 'allowed', reason: null }),
    ];
    liveRoom.start();
    await joined();
    expect(state().lines.filter(({ kind }) => kind === 'own')).toMatchObject([
      { id: 'waiting', state: 'held' },
    ]);
  });

  it('shows a decision that was made during a lost connection', async () => {
    const id = await hold();
    stage.room.held = [{ chat_message_id: id, text: 'เครดิตฟรี', state: 'expired', reason: null }];
    for (const socket of stage.room.sockets) socket.conn.close();
    await vi.waitFor(() => expect(lastLine()).toMatchObject({ id, state: 'expired' }));
  });
});

describe('shield mode', () => {
  it('lengthens the wait between messages until shield mode ends, and never shortens slow mode', async () => {
    const left_s = 60;
    stage.room.state = {
      slow_mode_s: 5,
      pin: null,
      shield: { until: '', left_s, slow_mode_s: 30, member_minutes: 60, reason: 'spam' },
      announcement: null,
    };
    liveRoom.start();
    await joined();
    expect(slowModeAt(state(), Date.now())).toBe(30);
    expect(slowModeAt(state(), Date.now() + (left_s + 1) * 1000)).toBe(5);
    emit('chat:state', { program_live_id: LIVE, slow_mode_s: 5, pin: null, shield: null });
    await vi.waitFor(() => expect(state().shield).toBeNull());
  });
});
