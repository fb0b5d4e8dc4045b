import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ChatModerate,
  ChatSend,
  EVENT_NAMESPACE,
  LiveJoin,
  WatchBeat,
} from '@sangwian/contract/sockets/event-namespace';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../shared/store.ts';
import { ChatClient } from './chat-client.ts';

const LIVE = '019aa000-0000-7000-8000-000000000001';

const message = (
  seq: number,
  text = `line ${seq}`,
  id = `019aa000-0000-7000-8000-0000000001${String(seq).padStart(2, '0')}`,
) => ({
  chat_message_id: id,
  seq,
  member_id: '019aa000-0000-7000-8000-000000000002',
  member_name: 'สมชาย',
  member_avatar: null,
  member_role: null,
  text,
  removed: false,
  sent_at: '2026-11-21T12:00:00Z',
});

type Ack = (answer: unknown) => void;

/** A server over real sockets, as small as the contract allows: it keeps lines, and answers as the test says. */
const startRoom = async () => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const port = (http.address() as AddressInfo).port;
  const room = {
    lines: [message(1), message(2)],
    joins: [] as unknown[],
    beats: [] as unknown[],
    sockets: new Set<ServerSocket>(),
    joinRefusal: null as string | null,
    onSend: (sent: { text: string; chat_message_id: string }, ack: Ack): void => {
      const line = message(room.lines.length + 1, sent.text, sent.chat_message_id);
      room.lines.push(line);
      ack({ ok: true, message: line });
    },
    gifts: [] as unknown[],
    bar: null as unknown,
    canModerate: false,
    state: { slow_mode_s: 1, pin: null as unknown },
    timeout: null as unknown,
    removed: [] as string[],
    moderated: [] as unknown[],
    moderationRefusal: null as string | null,
    tick: (since: number) =>
      server.of(EVENT_NAMESPACE).emit('live:tick', {
        program_live_id: LIVE,
        since,
        seq: room.lines.length,
        messages: room.lines.slice(since),
        viewers: 18_400,
        gifts: room.gifts,
        bar: room.bar,
      }),
  };
  server.of(EVENT_NAMESPACE).on('connection', (socket) => {
    room.sockets.add(socket);
    socket.on('live:join', (raw: unknown, ack: Ack) => {
      room.joins.push(raw);
      const { since } = LiveJoin.parse(raw);
      if (room.joinRefusal !== null) {
        ack({ ok: false, error: { status: room.joinRefusal, message: 'no', request_id: 'r' } });
        return;
      }
      const messages = room.lines.slice(since ?? 0);
      ack({
        ok: true,
        snapshot: since === undefined,
        messages,
        seq: room.lines.length,
        viewers: 7,
        can_chat: true,
        can_moderate: room.canModerate,
        chat: room.state,
        timeout: room.timeout,
        removed: room.removed,
        bar: room.bar,
      });
    });
    socket.on('chat:send', (raw: unknown, ack: Ack) => room.onSend(ChatSend.parse(raw), ack));
    socket.on('chat:moderate', (raw: unknown, ack: Ack) => {
      room.moderated.push(ChatModerate.parse(raw));
      const status = room.moderationRefusal;
      ack(
        status === null
          ? { ok: true }
          : { ok: false, error: { status, message: 'no', request_id: 'r' } },
      );
    });
    socket.on('watch:beat', (raw: unknown) => room.beats.push(WatchBeat.parse(raw)));
  });
  const open = async () =>
    io(`http://127.0.0.1:${port}${EVENT_NAMESPACE}`, {
      transports: ['websocket'],
      autoConnect: false,
      forceNew: true,
      reconnectionDelay: 300,
      randomizationFactor: 0,
    });
  return { room, open, close: () => server.close() };
};

let stage: Awaited<ReturnType<typeof startRoom>>;
let client: ChatClient;
const state = () => client.snapshot.get();
const texts = () =>
  state().lines.map((line) => {
    if (line.kind === 'gift') return `${line.gift.member_name}: ${line.gift.quantity}`;
    return line.kind === 'own' ? line.text : line.message.text;
  });
const joined = () =>
  vi.waitFor(() => expect(state().connection).toBe('joined'), { timeout: 5_000 });

beforeEach(async () => {
  stage = await startRoom();
  client = new ChatClient({ programLiveId: LIVE, open: stage.open });
});
afterEach(async () => {
  client.destroy();
  await stage.close();
});

describe('the chat client', () => {
  it('shows gifts only when the picture has reached their moment, also to who has rewound', async () => {
    const sentAt = '2026-11-21T12:10:00Z';
    const gift = { gift_log_id: 'g', member_id: 'm', member_name: 'สมชาย', quantity: 2 };
    const reachedMs = createStore(Date.parse('2026-11-21T12:08:00Z'));
    const told: unknown[] = [];
    client.destroy();
    client = new ChatClient({
      programLiveId: LIVE,
      open: stage.open,
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
    client = new ChatClient({
      programLiveId: LIVE,
      open: stage.open,
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

  it('shows an own line at once and one time only', async () => {
    client.start();
    await joined();
    let answer: (() => void) | null = null;
    const send = stage.room.onSend;
    stage.room.onSend = (sent, ack) => {
      answer = () => send(sent, ack);
    };
    client.setDraft('  สู้ ๆ  ');
    client.send();
    expect(state().draft).toBe('');
    expect(state().lines.at(-1)).toMatchObject({ kind: 'own', text: 'สู้ ๆ', state: 'sending' });
    await vi.waitFor(() => expect(answer).not.toBe(null));
    answer!();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    stage.room.tick(2);
    await vi.waitFor(() => expect(state().viewers).toBe(18_400));
    expect(texts()).toEqual(['line 1', 'line 2', 'สู้ ๆ']);
  });

  it('gives a refused text back into the box, with the reason', async () => {
    client.start();
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
    client.setDraft('ยกนี้แดง');
    client.send();
    await vi.waitFor(() => expect(state().draft).toBe('ยกนี้แดง'));
    expect(state().notice?.status).toBe('chat_slow_mode');
    expect(texts()).toEqual(['line 1', 'line 2']);
    client.setDraft('ยกนี้แดง!');
    expect(state().notice).toBe(null);
  });

  it('keeps a refused text as a failed line when the member already writes the next, and sends it again on demand', async () => {
    client.start();
    await joined();
    const send = stage.room.onSend;
    stage.room.onSend = (_sent, ack) =>
      ack({ ok: false, error: { status: 'chat_slow_mode', message: 'Wait', request_id: 'r' } });
    client.setDraft('หนึ่ง');
    client.send();
    client.setDraft('สอง');
    await vi.waitFor(() =>
      expect(state().lines.at(-1)).toMatchObject({ text: 'หนึ่ง', state: 'failed' }),
    );
    expect(state().draft).toBe('สอง');
    stage.room.onSend = send;
    const failed = state().lines.at(-1)!;
    client.retry(failed.id);
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    expect(state().lines.at(-1)?.id).toBe(failed.id);
  });

  it('holds a line that is written without a connection, and sends it after the next join', async () => {
    client.start();
    await joined();
    for (const socket of stage.room.sockets) socket.conn.close();
    await vi.waitFor(() => expect(state().connection).toBe('lost'));
    client.setDraft('ตอนเน็ตหลุด');
    client.send();
    expect(state().lines.at(-1)).toMatchObject({ kind: 'own', state: 'waiting' });
    await joined();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    expect(stage.room.lines.filter(({ text }) => text === 'ตอนเน็ตหลุด')).toHaveLength(1);
  });

  const tell = (event: string, payload: object) => {
    for (const socket of stage.room.sockets) socket.emit(event, payload);
  };

  it('takes the text of a line away that was removed, at once or while it was away', async () => {
    client.start();
    await joined();
    const shown = () =>
      state().lines.map((line) => (line.kind === 'message' ? line.message.removed : null));
    tell('chat:removed', {
      program_live_id: LIVE,
      chat_message_ids: [message(1).chat_message_id],
    });
    await vi.waitFor(() => expect(texts()).toEqual(['', 'line 2']));
    expect(shown()).toEqual([true, false]);
    stage.room.removed = [message(2).chat_message_id];
    for (const socket of stage.room.sockets) socket.conn.close();
    await vi.waitFor(() => expect(state().connection).toBe('lost'));
    await joined();
    expect(texts()).toEqual(['', '']);
  });

  it('knows what holds in the chat, and whether the member was sent out, from the join and from what is told', async () => {
    stage.room.state = { slow_mode_s: 30, pin: { chat_pin_id: 'p' } };
    stage.room.timeout = { until: '2026-11-21T12:00:00Z', left_s: 60 };
    client.start();
    await joined();
    expect(state()).toMatchObject({ slowModeS: 30, pin: { chat_pin_id: 'p' } });
    expect(state().outUntilMs - Date.now()).toBeGreaterThan(50_000);
    client.setDraft('อยู่ครบ');
    client.send();
    expect(state().draft).toBe('อยู่ครบ');
    tell('chat:timeout', { program_live_id: null, timeout: null });
    tell('chat:state', { program_live_id: LIVE, slow_mode_s: 3, pin: null });
    await vi.waitFor(() => expect(state()).toMatchObject({ slowModeS: 3, pin: null }));
    expect(state().outUntilMs).toBe(0);
  });

  it('does not send while slow mode holds: the text stays in the box, and it says why', async () => {
    client.start();
    await joined();
    client.setDraft('หนึ่ง');
    client.send();
    await vi.waitFor(() => expect(state().lines.at(-1)?.kind).toBe('message'));
    client.setDraft('สอง');
    client.send();
    expect(state()).toMatchObject({ draft: 'สอง', notice: { status: 'chat_slow_mode' } });
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThanOrEqual(state().freeAtMs), {
      timeout: 3_000,
    });
    client.send();
    await vi.waitFor(() => expect(texts().at(-1)).toBe('สอง'));
  });

  it('keeps what was not sent for the next page', async () => {
    let kept = 'จากหน้าก่อน';
    client.destroy();
    client = new ChatClient({
      programLiveId: LIVE,
      open: stage.open,
      drafts: {
        read: () => kept,
        keep: (text) => {
          kept = text;
        },
      },
    });
    expect(state().draft).toBe('จากหน้าก่อน');
    client.send();
    // Not yet at the server: it is kept until the server has it.
    expect(kept).toBe('จากหน้าก่อน');
    client.start();
    await joined();
    await vi.waitFor(() => expect(kept).toBe(''));
  });

  it('asks for what a moderator may do, and says why it was not done', async () => {
    stage.room.canModerate = true;
    client.start();
    await joined();
    const { member_id } = message(1);
    expect(
      await client.moderate({ action: 'timeout', member_id, minutes: 10 } as never),
    ).toBeNull();
    expect(state().sentOut.has(member_id)).toBe(true);
    expect(stage.room.moderated).toMatchObject([{ action: 'timeout', program_live_id: LIVE }]);
    stage.room.moderationRefusal = 'forbidden';
    expect(await client.moderate({ action: 'unpin' })).toMatchObject({ status: 'forbidden' });
  });

  it('says why it may not come in', async () => {
    stage.room.joinRefusal = 'live_locked';
    client.start();
    await vi.waitFor(() => expect(state().connection).toBe('refused'));
    expect(state().refusal?.status).toBe('live_locked');
  });

  it('sends no empty line', async () => {
    client.start();
    await joined();
    client.setDraft(' \n ');
    client.send();
    expect(texts()).toEqual(['line 1', 'line 2']);
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
    await vi.waitFor(() =>
      expect([...stage.room.sockets].every((socket) => socket.disconnected)).toBe(true),
    );
    expect(texts()).toEqual(['line 1', 'line 2']);
  });
});
