import { describe, expect, it, vi } from 'vitest';
import { type Ack, joined, liveRoom, message, stage } from '../live/room/testing/room-stage.ts';
import { chat, prepareChat, state, texts } from './testing/chat-stage.ts';

describe('a reply', () => {
  prepareChat();

  it('is sent with the id of the answered message, once', async () => {
    liveRoom.start();
    await joined();
    const sent: { reply_to?: string; chat_message_id: string; text: string }[] = [];
    stage.room.onSend = (request: (typeof sent)[number], ack: Ack) => {
      sent.push(request);
      ack({ ok: true, message: message(9, request.text, request.chat_message_id) });
    };
    chat.setReply(message(1) as never);
    chat.setDraft('เห็นด้วย');
    chat.send();
    expect(state().replyTo).toBeNull();
    await vi.waitFor(() => expect(sent).toMatchObject([{ reply_to: message(1).chat_message_id }]));
  });

  it('returns to the text box if it is refused, without a message that is gone', async () => {
    liveRoom.start();
    await joined();
    const refuse = (status: string) => (_: unknown, ack: Ack) =>
      ack({ ok: false, error: { status, message: '', request_id: 'r' } });
    stage.room.onSend = refuse('chat_banned_word');
    chat.setReply(message(1) as never);
    chat.setDraft('ตอบ');
    chat.send();
    await vi.waitFor(() => expect(state().notice?.status).toBe('chat_banned_word'));
    expect(state().replyTo?.seq).toBe(1);
    stage.room.onSend = refuse('chat_reply_not_found');
    chat.send();
    await vi.waitFor(() => expect(state().notice?.status).toBe('chat_reply_not_found'));
    expect(state()).toMatchObject({ replyTo: null, draft: 'ตอบ' });
  });

  it('loses its quote once a moderator removes the answered message', async () => {
    const { chat_message_id, member_id, member_name, text } = message(1);
    const reply = { chat_message_id, member_id, member_name, text };
    stage.room.lines = [message(1), { ...message(2), reply } as never];
    liveRoom.start();
    await joined();
    for (const socket of stage.room.sockets)
      socket.emit('chat:removed', {
        program_live_id: liveRoom.programLiveId,
        chat_message_ids: [chat_message_id],
      });
    await vi.waitFor(() => expect(texts()[0]).toBe(''));
    const line = state().lines[1];
    expect(line?.kind === 'message' && line.message.reply).toMatchObject({ text: '' });
  });
});
