import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ChatModerate,
  ChatSend,
  EVENT_NAMESPACE,
  LiveJoin,
  LiveLeave,
  WatchBeat,
} from '@sangwian/contract/sockets/event-namespace';
import { Server, type Socket as ServerSocket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { EventSocket } from '../../../../shared/session/event-socket.ts';
import { LiveRoom, type LiveRoomOptions } from '../live-room.ts';

export const LIVE = '019aa000-0000-7000-8000-000000000001';

export const message = (
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

export type Ack = (answer: unknown) => void;

/** A real Socket.IO server with one room. The server stores lines, and the test controls the responses. */
const startRoom = async () => {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const port = (http.address() as AddressInfo).port;
  const room = {
    lines: [message(1), message(2)],
    joins: [] as unknown[],
    beats: [] as unknown[],
    leaves: [] as unknown[],
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
    state: {
      slow_mode_s: 1,
      pin: null as unknown,
      shield: null as unknown,
      announcement: null as unknown,
    },
    timeout: null as unknown,
    removed: [] as string[],
    blocked: [] as string[],
    held: [] as unknown[],
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
        live: {
          program_live_id: LIVE,
          revision: 1,
          status: 'in_progress',
          starts_at: '2026-11-21T12:00:00.000Z',
          ended_at: null,
        },
        can_chat: true,
        can_moderate: room.canModerate,
        chat: room.state,
        timeout: room.timeout,
        removed: room.removed,
        blocked: room.blocked,
        held: room.held,
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
    socket.on('live:leave', (raw: unknown) => room.leaves.push(LiveLeave.parse(raw)));
    socket.on('disconnect', () => room.sockets.delete(socket));
  });
  const socket = io(`http://127.0.0.1:${port}${EVENT_NAMESPACE}`, {
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 300,
    randomizationFactor: 0,
  });
  const eventSocket = new EventSocket(async () => socket);
  const acquire = () => eventSocket.acquire();
  return { room, acquire, close: () => server.close() };
};

/** The server and the browser's room of the running test. */
export let stage: Awaited<ReturnType<typeof startRoom>>;
export let liveRoom: LiveRoom;
export const joined = () =>
  vi.waitFor(() => expect(liveRoom.snapshot.get().connection).toBe('joined'), { timeout: 5_000 });
/** Sends an event to every connected browser. */
export const emit = (event: string, payload: object): void => {
  for (const socket of stage.room.sockets) socket.emit(event, payload);
};
/** Ends every connection; the browser reconnects automatically. */
export const cutConnections = (): void => {
  for (const socket of stage.room.sockets) socket.conn.close();
};

/** Replaces the browser's room that was created before the test. */
export function replaceRoom(options: Partial<LiveRoomOptions> = {}): LiveRoom {
  liveRoom.close();
  liveRoom = new LiveRoom({ programLiveId: LIVE, acquire: stage.acquire, ...options });
  return liveRoom;
}

/** Creates a server and a browser's room for each test. The room is not started. */
export function prepareRoom(): void {
  beforeEach(async () => {
    stage = await startRoom();
    liveRoom = new LiveRoom({ programLiveId: LIVE, acquire: stage.acquire });
  });
  afterEach(async () => {
    liveRoom.close();
    await stage.close();
  });
}
