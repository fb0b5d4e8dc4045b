import { describe, expect, it, vi } from 'vitest';
import {
  cutConnections,
  emit,
  joined,
  LIVE,
  liveRoom,
  message,
  stage,
} from '../live/room/testing/room-stage.ts';
import { chat, prepareChat, replaceChat, state, texts } from './testing/chat-stage.ts';

prepareChat();

describe('the chat of a live', () => {
  it('shows an own line at once and without a duplicate', async () => {
    liveRoom.start();
    await joined();
    let answer: (() => void) | null = null;
    const send = stage.room.onSend;
    stage.room.onSend = (sent, ack) => {
      answer = () => send(sent, ack);
    };
    chat.setDraft('  สู้ ๆ  ');
    chat.send();
    expect(state().draft).toBe('');
    expect(state().lines.at(-1)).toMatchObject({ kind: 'own', text: 'สู้ ๆ', state: 'sending' });
    await vi.waitFor(() => expect(answer).not.toBe(null));
    answer!();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    stage.room.tick(2);
    await vi.waitFor(() => expect(liveRoom.snapshot.get().viewers).toBe(18_400));
    expect(texts()).toEqual(['line 1', 'line 2', 'สู้ ๆ']);
  });

  it('returns a refused text to the text box, with the reason', async () => {
    liveRoom.start();
    await joined();
    stage.room.onSend = (_sent, ack) =>
      ack({
        ok: false,
        error: {
          status: 'chat_slow_mode',
          message: 'Please wait a moment before sending another message.',
          request_id: 'r',
        },
      });
    chat.setDraft('ยกนี้แดง');
    chat.send();
    await vi.waitFor(() => expect(state().draft).toBe('ยกนี้แดง'));
    expect(state().notice?.status).toBe('chat_slow_mode');
    expect(texts()).toEqual(['line 1', 'line 2']);
    chat.setDraft('ยกนี้แดง!');
    expect(state().notice).toBe(null);
  });

  it('keeps a refused text as a failed line if the text box is not empty, and resends the line on retry', async () => {
    liveRoom.start();
    await joined();
    const send = stage.room.onSend;
    stage.room.onSend = (_sent, ack) =>
      ack({ ok: false, error: { status: 'chat_slow_mode', message: 'Wait', request_id: 'r' } });
    chat.setDraft('หนึ่ง');
    chat.send();
    chat.setDraft('สอง');
    await vi.waitFor(() =>
      expect(state().lines.at(-1)).toMatchObject({ text: 'หนึ่ง', state: 'failed' }),
    );
    expect(state().draft).toBe('สอง');
    stage.room.onSend = send;
    const failed = state().lines.at(-1)!;
    chat.retry(failed.id);
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    expect(state().lines.at(-1)?.id).toBe(failed.id);
  });

  it('keeps a line that was written offline, and sends the line after the next join', async () => {
    liveRoom.start();
    await joined();
    cutConnections();
    await vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('lost'));
    chat.setDraft('ตอนเน็ตหลุด');
    chat.send();
    expect(state().lines.at(-1)).toMatchObject({ kind: 'own', state: 'waiting' });
    await joined();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    expect(stage.room.lines.filter(({ text }) => text === 'ตอนเน็ตหลุด')).toHaveLength(1);
  });

  it('clears the text of a removed line, even if it was removed while the browser was offline', async () => {
    liveRoom.start();
    await joined();
    const shown = () =>
      state().lines.map((line) => (line.kind === 'message' ? line.message.removed : null));
    emit('chat:removed', {
      program_live_id: LIVE,
      chat_message_ids: [message(1).chat_message_id],
    });
    await vi.waitFor(() => expect(texts()).toEqual(['', 'line 2']));
    expect(shown()).toEqual([true, false]);
    stage.room.removed = [message(2).chat_message_id];
    cutConnections();
    await vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('lost'));
    await joined();
    expect(texts()).toEqual(['', '']);
  });

  it('reads the chat state and the member’s time-out from the response to a join and from events', async () => {
    stage.room.state = {
      slow_mode_s: 30,
      pin: { chat_pin_id: 'p' },
      shield: null,
      announcement: null,
    };
    stage.room.timeout = { until: '2026-11-21T12:00:00Z', left_s: 60 };
    liveRoom.start();
    await joined();
    expect(state()).toMatchObject({ slowModeS: 30, pin: { chat_pin_id: 'p' } });
    expect(state().timedOutUntilMs - Date.now()).toBeGreaterThan(50_000);
    chat.setDraft('อยู่ครบ');
    chat.send();
    expect(state().draft).toBe('อยู่ครบ');
    emit('chat:timeout', { program_live_id: null, timeout: null });
    emit('chat:state', { program_live_id: LIVE, slow_mode_s: 3, pin: null });
    await vi.waitFor(() => expect(state()).toMatchObject({ slowModeS: 3, pin: null }));
    expect(state().timedOutUntilMs).toBe(0);
  });

  it('does not send during slow mode, but keeps the text in the text box with the reason', async () => {
    liveRoom.start();
    await joined();
    chat.setDraft('หนึ่ง');
    chat.send();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    chat.setDraft('สอง');
    chat.send();
    expect(state()).toMatchObject({ draft: 'สอง', notice: { status: 'chat_slow_mode' } });
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(state().nextSendAtMs), {
      timeout: 3_000,
    });
    chat.send();
    await vi.waitFor(() => expect(texts().at(-1)).toBe('สอง'));
  });

  it('keeps an unsent message when another page opens', async () => {
    let kept = 'จากหน้าก่อน';
    replaceChat(liveRoom, {
      read: () => kept,
      keep: (text) => {
        kept = text;
      },
    });
    expect(state().draft).toBe('จากหน้าก่อน');
    chat.send();
    // The draft is kept until the server has confirmed the message.
    expect(kept).toBe('จากหน้าก่อน');
    liveRoom.start();
    await joined();
    await vi.waitFor(() => expect(kept).toBe(''));
  });

  it('sends the requests of a moderator and returns the refusals', async () => {
    stage.room.canModerate = true;
    liveRoom.start();
    await joined();
    const { member_id } = message(1);
    expect(await chat.moderate({ action: 'timeout', member_id, minutes: 10 } as never)).toBeNull();
    expect(state().timedOut.has(member_id)).toBe(true);
    expect(stage.room.moderated).toMatchObject([{ action: 'timeout', program_live_id: LIVE }]);
    stage.room.moderationRefusal = 'forbidden';
    expect(await chat.moderate({ action: 'unpin' })).toMatchObject({ status: 'forbidden' });
  });

  it('shows gifts among the lines', async () => {
    liveRoom.start();
    await joined();
    stage.room.gifts = [
      { gift_log_id: 'g', member_id: 'm', member_name: 'สมชาย', quantity: 2, sent_at: '' },
    ];
    stage.room.tick(2);
    await vi.waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'สมชาย: 2']));
  });

  it('does not send an empty line', async () => {
    liveRoom.start();
    await joined();
    chat.setDraft(' \n ');
    chat.send();
    expect(texts()).toEqual(['line 1', 'line 2']);
  });
});
