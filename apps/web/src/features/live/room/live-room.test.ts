import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../shared/store.ts';
import type { RoomListener } from './live-room.ts';
import {
  cutConnections,
  emit,
  joined,
  LIVE,
  liveRoom,
  message,
  prepareRoom,
  replaceRoom,
  stage,
} from './testing/room-stage.ts';

prepareRoom();

const WATCH_TOKEN = '019aa000-0000-7000-8000-000000000009';
const OTHER_LIVE = '019aa000-0000-7000-8000-0000000000ff';
const GIFT = { gift_log_id: 'g', member_id: 'm', member_name: 'สมชาย', quantity: 2 };

/** The events of the room in order, each with the name of its callback. */
function listen(room = liveRoom): { readonly events: unknown[]; of(name: string): unknown[] } {
  const events: [string, unknown][] = [];
  const names = [
    'onJoined',
    'onLines',
    'onLinesRemoved',
    'onChatState',
    'onChatTimeout',
    'onState',
    'onMatch',
    'onBar',
    'onGifts',
    'onRefunded',
    'onGiftCatalogue',
  ] as const satisfies readonly (keyof RoomListener)[];
  room.subscribe(
    Object.fromEntries(names.map((name) => [name, (event: unknown) => events.push([name, event])])),
  );
  return { events, of: (name) => events.filter(([one]) => one === name).map(([, event]) => event) };
}
/** The texts of the lines that the listener received. */
const textsOf = (events: readonly unknown[]): string[] =>
  (events as { messages: { text: string }[] }[]).flatMap(({ messages }) =>
    messages.map(({ text }) => text),
  );

describe('joining a live room', () => {
  it('delivers the history and the viewers', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    expect(textsOf(of('onJoined'))).toEqual(['line 1', 'line 2']);
    expect(liveRoom.snapshot.get().viewers).toBe(7);
    expect(stage.room.joins).toEqual([{ program_live_id: LIVE }]);
  });

  it('reports the reason of a refusal', async () => {
    stage.room.joinRefusal = 'live_locked';
    liveRoom.start();
    await vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('refused'));
    expect(liveRoom.snapshot.get().refusal?.status).toBe('live_locked');
  });

  it('succeeds after a refusal once its reason no longer applies', async () => {
    stage.room.joinRefusal = 'live_locked';
    const { of } = listen();
    liveRoom.start();
    await vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('refused'));
    stage.room.joinRefusal = null;
    liveRoom.rejoin();
    await joined();
    expect(liveRoom.snapshot.get().refusal).toBeNull();
    expect(textsOf(of('onJoined'))).toEqual(['line 1', 'line 2']);
  });

  it('is repeated after a lost connection and fetches only the missing lines', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    cutConnections();
    await vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('lost'));
    stage.room.lines.push(message(3));
    await joined();
    expect(textsOf(of('onJoined'))).toEqual(['line 1', 'line 2', 'line 3']);
    expect(stage.room.joins.at(-1)).toEqual({ program_live_id: LIVE, since: 2 });
  });
});

describe('the events of a live room', () => {
  it('deliver lines that follow the known ones', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    stage.room.lines.push(message(3));
    stage.room.tick(2);
    await vi.waitFor(() => expect(textsOf(of('onLines'))).toEqual(['line 3']));
    expect(liveRoom.snapshot.get().viewers).toBe(18_400);
    expect(stage.room.joins).toHaveLength(1);
  });

  it('repair a gap by a new join from the last known line', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    stage.room.lines.push(message(3), message(4));
    stage.room.tick(3);
    await vi.waitFor(() =>
      expect(textsOf(of('onJoined'))).toEqual(['line 1', 'line 2', 'line 3', 'line 4']),
    );
    expect(textsOf(of('onLines'))).toEqual([]);
    expect(stage.room.joins.at(-1)).toEqual({ program_live_id: LIVE, since: 2 });
  });

  it('accept a sampled tick of a busy chat without a new join', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    emit('live:tick', {
      program_live_id: LIVE,
      since: 2,
      seq: 90,
      messages: [message(60), message(90)],
      viewers: 9,
      gifts: [],
      bar: null,
    });
    emit('live:tick', {
      program_live_id: LIVE,
      since: 90,
      seq: 91,
      messages: [message(91)],
      viewers: 9,
      gifts: [],
      bar: null,
    });
    await vi.waitFor(() =>
      expect(textsOf(of('onLines'))).toEqual(['line 60', 'line 90', 'line 91']),
    );
    expect(stage.room.joins).toHaveLength(1);
  });

  it('deliver the cheer bar, gifts and refunds', async () => {
    const bar = { match_live_id: 'm', red: { coins: 10 }, blue: { coins: 0 } };
    stage.room.bar = bar;
    const { of } = listen();
    liveRoom.start();
    await joined();
    expect(of('onBar')).toEqual([bar]);
    stage.room.gifts = [GIFT];
    stage.room.tick(2);
    await vi.waitFor(() => expect(of('onGifts')).toEqual([[GIFT]]));
    expect(of('onBar')).toEqual([bar, bar]);
    const refund = { match_live_id: 'm', title: { th: '', en: '' }, coins: 20 };
    emit('gift:refunded', refund);
    await vi.waitFor(() => expect(of('onRefunded')).toEqual([refund]));
    emit('gifts:changed', { gifts: [GIFT] });
    await vi.waitFor(() => expect(of('onGiftCatalogue')).toEqual([[GIFT]]));
  });

  it('delay gifts until the video has reached their time, but do not delay lines', async () => {
    const sentAt = '2026-11-21T12:10:00Z';
    const reachedMs = createStore(Date.parse('2026-11-21T12:08:00Z'));
    const clock = { reachedMs, nowMs: () => Date.parse(sentAt) };
    const { of } = listen(replaceRoom({ clock }));
    liveRoom.start();
    await joined();
    stage.room.gifts = [{ ...GIFT, sent_at: sentAt }];
    stage.room.lines.push(message(3));
    stage.room.tick(2);
    await vi.waitFor(() => expect(textsOf(of('onLines'))).toEqual(['line 3']));
    expect(of('onGifts')).toEqual([]);
    reachedMs.set(Date.parse(sentAt));
    expect(of('onGifts')).toHaveLength(1);
  });

  it('deliver bouts, removed lines and chat state of this live only', async () => {
    const { of } = listen();
    liveRoom.start();
    await joined();
    for (const program_live_id of [OTHER_LIVE, LIVE]) {
      emit('live:state', { program_live_id, status: 'ended' });
      emit('match:state', { program_live_id, match: { match_live_id: program_live_id } });
      emit('chat:removed', { program_live_id, chat_message_ids: [program_live_id] });
      emit('chat:state', { program_live_id, slow_mode_s: 3, pin: null });
      emit('chat:timeout', { program_live_id, timeout: null });
    }
    // A time-out without a live applies to all lives.
    emit('chat:timeout', { program_live_id: null, timeout: null });
    await vi.waitFor(() => expect(of('onChatTimeout')).toHaveLength(2));
    expect(of('onState')).toEqual([
      expect.objectContaining({ status: 'in_progress' }),
      { program_live_id: LIVE, status: 'ended' },
    ]);
    expect(of('onMatch')).toEqual([{ match_live_id: LIVE }]);
    expect(of('onLinesRemoved')).toEqual([[LIVE]]);
    expect(of('onChatState')).toEqual([{ program_live_id: LIVE, slow_mode_s: 3, pin: null }]);
  });
});

describe('a live room', () => {
  it('sends a heartbeat at once and after each connection', async () => {
    liveRoom.start();
    await joined();
    liveRoom.setWatching(WATCH_TOKEN);
    await vi.waitFor(() => expect(stage.room.beats).toEqual([{ watch_token: WATCH_TOKEN }]));
    cutConnections();
    await vi.waitFor(() => expect(stage.room.beats).toHaveLength(2));
  });

  it('returns null for a request without a connection', async () => {
    expect(await liveRoom.request('chat:moderate', { action: 'unpin' })).toBeNull();
  });

  it('receives nothing after it was closed', async () => {
    const { events } = listen();
    liveRoom.start();
    await joined();
    const before = events.length;
    liveRoom.close();
    await vi.waitFor(() => expect(stage.room.sockets.size).toBe(0));
    expect(events).toHaveLength(before);
  });

  it('leaves the room on the server and keeps the socket open for its other users', async () => {
    const wallet = await stage.acquire();
    liveRoom.start();
    await joined();
    liveRoom.setWatching(WATCH_TOKEN);
    await vi.waitFor(() => expect(stage.room.beats).toHaveLength(1));
    liveRoom.close();
    await vi.waitFor(() => expect(stage.room.leaves).toEqual([{ program_live_id: LIVE }]));
    expect(stage.room.beats.at(-1)).toEqual({ watch_token: null });
    expect(wallet.socket.connected).toBe(true);
    wallet.release();
    await vi.waitFor(() => expect(stage.room.sockets.size).toBe(0));
  });
});
