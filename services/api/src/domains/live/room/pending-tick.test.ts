import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { LiveTick } from '@sangwian/contract/sockets/event-namespace';
import { describe, expect, it } from 'vitest';
import { PendingTick } from './pending-tick.ts';

const LIVE = ProgramLiveId.parse('0199a000-0000-7000-8000-000000000001');
const START = { seq: null, viewers: 0 };
const lines = (from: number, to: number): ChatMessage[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) =>
      ({
        chat_message_id: '0199a000-0000-7000-8000-000000000002',
        seq: from + index,
        member_id: '0199a000-0000-7000-8000-000000000003',
        member_name: 'สมชาย',
        member_avatar: null,
        member_role: null,
        removed: false,
        text: 'สู้ ๆ',
        sent_at: '2026-11-21T12:00:00.000Z',
        reply: null,
        member_corner: null,
      }) satisfies Record<keyof ChatMessage, unknown> as ChatMessage,
  );

describe('a tick', () => {
  it('starts where the previous tick ended, so that readers see no gap', () => {
    const pending = new PendingTick(LIVE, START);
    pending.startAt(4);
    pending.addMessages(lines(5, 5));
    pending.addMessages(lines(6, 7));
    const first = pending.take();
    expect(first).toMatchObject({ since: 4, seq: 7, messages: lines(5, 7) });
    pending.addMessages(lines(8, 8));
    expect(pending.take()).toMatchObject({ since: 7, seq: 8 });
    expect(LiveTick.safeParse(first).success).toBe(true);
  });

  it('contains only the newest lines under load, but keeps the `since` of the first line', () => {
    const pending = new PendingTick(LIVE, START);
    pending.startAt(0);
    for (let seq = 1; seq <= 500; seq += 1) pending.addMessages(lines(seq, seq));
    const tick = pending.take();
    expect(tick).toMatchObject({ since: 0, seq: 500 });
    expect(tick.messages).toHaveLength(LIMITS.chatPerTickMax);
    expect(tick.messages.at(-1)?.seq).toBe(500);
  });

  it('is due only after a change', () => {
    const pending = new PendingTick(LIVE, START);
    expect(pending.dirty).toBe(false);
    pending.setViewers(0);
    expect(pending.dirty).toBe(false);
    pending.setViewers(3);
    expect(pending.dirty).toBe(true);
    expect(pending.take()).toMatchObject({ viewers: 3, since: 0, seq: 0, messages: [] });
    expect(pending.dirty).toBe(false);
  });

  it('shows readers a gap where this node has missed lines', () => {
    const pending = new PendingTick(LIVE, START);
    pending.startAt(4);
    pending.addMessages(lines(9, 9));
    expect(pending.take().since).toBe(8);
    pending.addMessages(lines(10, 10));
    pending.addMessages(lines(13, 13));
    expect(pending.take()).toMatchObject({ since: 12, seq: 13 });
  });
});
