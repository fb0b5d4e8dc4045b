import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../shared/store.ts';
import {
  client,
  joined,
  LIVE,
  message,
  prepareChatRoom,
  replaceClient,
  stage,
  state,
  texts,
} from './testing/chat-room.ts';

prepareChatRoom();

describe('the chat client', () => {
  it('shows gifts only when the picture has reached their moment, also to who has rewound', async () => {
    const sentAt = '2026-11-21T12:10:00Z';
    const gift = { gift_log_id: 'g', member_id: 'm', member_name: 'สมชาย', quantity: 2 };
    const reachedMs = createStore(Date.parse('2026-11-21T12:08:00Z'));
    const told: unknown[] = [];
    client.destroy();
    replaceClient({
      programLiveId: LIVE,
      hold: stage.hold,
      events: { onGifts: (gifts) => told.push(...gifts) },
      clock: { reachedMs, nowMs: () => Date.parse(sentAt) },
    });
    client.start();
    await joined();
    stage.room.gifts = [{ ...gift, sent_at: sentAt }];
    stage.room.lines.push(message(3));
    stage.room.tick(2);
    // The tick is here, and with it the line; its gift waits.
    await vi.waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3']));
    expect(told).toEqual([]);
    reachedMs.set(Date.parse(sentAt));
    expect(told).toHaveLength(1);
    expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'สมชาย: 2']);
  });

  it('tells of gifts and the bar, and shows the gifts among the lines', async () => {
    const bar = { match_live_id: 'm', red: { coins: 10 }, blue: { coins: 0 } };
    const gift = { gift_log_id: 'g', member_id: 'm', member_name: 'สมชาย', quantity: 2 };
    const told: unknown[] = [];
    client.destroy();
    replaceClient({
      programLiveId: LIVE,
      hold: stage.hold,
      events: {
        onBar: (one) => told.push(one),
        onGifts: (gifts) => told.push(...gifts),
        onRefunded: (refund) => told.push(refund),
      },
    });
    stage.room.bar = bar;
    client.start();
    await joined();
    expect(told).toEqual([bar]);
    stage.room.gifts = [gift];
    stage.room.tick(2);
    await vi.waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'สมชาย: 2']));
    expect(told).toEqual([bar, bar, gift]);
    const refund = { match_live_id: 'm', title: { th: '', en: '' }, coins: 20 };
    for (const socket of stage.room.sockets) socket.emit('gift:refunded', refund);
    await vi.waitFor(() => expect(told.at(-1)).toEqual(refund));
  });

  it('asks for a room again that it was refused, once what kept it out may be over', async () => {
    stage.room.joinRefusal = 'live_locked';
    client.start();
    await vi.waitFor(() => expect(state().connection).toBe('refused'), { timeout: 5_000 });
    stage.room.joinRefusal = null;
    client.rejoin();
    await joined();
    expect(state().refusal).toBeNull();
    expect(texts()).toEqual(['line 1', 'line 2']);
  });

  it('shows the history on join, and the viewers', async () => {
    client.start();
    await joined();
    expect(texts()).toEqual(['line 1', 'line 2']);
    expect(state().viewers).toBe(7);
    expect(stage.room.joins).toEqual([{ program_live_id: LIVE }]);
  });

  it('goes on with ticks', async () => {
    client.start();
    await joined();
    stage.room.lines.push(message(3));
    stage.room.tick(2);
    await vi.waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3']));
    expect(state().viewers).toBe(18_400);
  });

  it('resumes from the last line it has when a tick does not follow', async () => {
    client.start();
    await joined();
    stage.room.lines.push(message(3), message(4));
    stage.room.tick(3);
    await vi.waitFor(() => expect(texts()).toEqual(['line 1', 'line 2', 'line 3', 'line 4']));
    expect(stage.room.joins.at(-1)).toEqual({ program_live_id: LIVE, since: 2 });
  });

  it('joins again after a lost connection and fetches only what it missed', async () => {
    client.start();
    await joined();
    for (const socket of stage.room.sockets) socket.conn.close();
    await vi.waitFor(() => expect(state().connection).toBe('lost'));
    stage.room.lines.push(message(3));
    await joined();
    expect(texts()).toEqual(['line 1', 'line 2', 'line 3']);
    expect(stage.room.joins.at(-1)).toEqual({ program_live_id: LIVE, since: 2 });
  });

  it('says why it may not come in', async () => {
    stage.room.joinRefusal = 'live_locked';
    client.start();
    await vi.waitFor(() => expect(state().connection).toBe('refused'));
    expect(state().refusal?.status).toBe('live_locked');
  });

  it('tells that it watches, at once and with each connection', async () => {
    client.start();
    await joined();
    const watch_token = '019aa000-0000-7000-8000-000000000009';
    client.setWatching(watch_token);
    await vi.waitFor(() => expect(stage.room.beats).toEqual([{ watch_token }]));
    for (const socket of stage.room.sockets) socket.conn.close();
    await vi.waitFor(() => expect(stage.room.beats).toHaveLength(2));
  });

  it('leaves the room and hears nothing more', async () => {
    client.start();
    await joined();
    client.destroy();
    await vi.waitFor(() => expect(stage.room.sockets.size).toBe(0));
    expect(texts()).toEqual(['line 1', 'line 2']);
  });

  it('sends live:leave, and leaves the socket to its other users', async () => {
    const wallet = await stage.hold();
    client.start();
    await joined();
    client.setWatching('019aa000-0000-7000-8000-000000000009');
    await vi.waitFor(() => expect(stage.room.beats).toHaveLength(1));
    client.destroy();
    await vi.waitFor(() => expect(stage.room.leaves).toEqual([{ program_live_id: LIVE }]));
    expect(stage.room.beats.at(-1)).toEqual({ watch_token: null });
    expect(wallet.socket.connected).toBe(true);
    wallet.release();
    await vi.waitFor(() => expect(stage.room.sockets.size).toBe(0));
  });
});
