import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import {
  LiveJoinAck,
  LiveStateChanged,
  LiveTick,
  MatchState,
} from '@sangwian/contract/sockets/event-namespace';
import {
  startTestApi,
  TEST_APP_KEY,
  type TestApi,
  type TestFan,
} from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { operateShow } from '../bout-control/testing/operate-show.ts';

const UNKNOWN = '0199a000-0000-7000-8000-00000000dead';
const JOIN = 'POST /memberWatchStream/joinWatchStream';

let test: TestApi;
let tonight: string;
const open: Socket[] = [];

beforeAll(async () => {
  test = await startTestApi();
  tonight = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
  await test.api.start();
});
afterAll(() => test.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

const connect = (namespace: string, auth: object): Socket => {
  const socket = io(`${test.url}${namespace}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  });
  open.push(socket);
  return socket;
};
async function connected(namespace: string, token?: string): Promise<Socket> {
  const socket = connect(namespace, {
    app_key: TEST_APP_KEY,
    ...(token === undefined ? {} : { access_token: token }),
  });
  await new Promise<void>((done, failed) => {
    socket.once('connect', done);
    socket.once('connect_error', failed);
  });
  return socket;
}
const refusalOf = (namespace: string, auth: object): Promise<string> =>
  new Promise((done) => {
    const socket = connect(namespace, auth);
    socket.once('connect', () => done('connected'));
    socket.once('connect_error', (error: Error & { data?: { status: string } }) =>
      done(error.data?.status ?? error.message),
    );
  });
async function fanSocket(): Promise<{ fan: TestFan; token: string; socket: Socket }> {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  return { fan, token, socket: await connected('/event', token) };
}
const join = async (socket: Socket, since?: number, live = tonight) =>
  LiveJoinAck.parse(
    await socket.emitWithAck('live:join', {
      program_live_id: live,
      ...(since === undefined ? {} : { since }),
    }),
  );
const joinedSeq = async (socket: Socket): Promise<number> => {
  const answer = await join(socket);
  if (!answer.ok) throw new Error(answer.error.status);
  return answer.seq;
};
const send = (socket: Socket, text: string, id: string = randomUUID(), live = tonight) =>
  socket.emitWithAck('chat:send', { program_live_id: live, text, chat_message_id: id });
/** Records every tick from now on and checks it against the contract. */
const ticksOf = (socket: Socket): LiveTickValue[] => {
  const ticks: LiveTickValue[] = [];
  socket.on('live:tick', (tick) => ticks.push(LiveTick.parse(tick)));
  return ticks;
};
type LiveTickValue = ReturnType<typeof LiveTick.parse>;
const lines = (ticks: readonly LiveTickValue[]) => ticks.flatMap((tick) => tick.messages);

describe('the handshake', () => {
  it('requires the app key, and a valid token if one is sent', async () => {
    const app_key = TEST_APP_KEY;
    expect(await refusalOf('/event', {})).toBe('app_key_invalid');
    expect(await refusalOf('/event', { app_key: 'wrong' })).toBe('app_key_invalid');
    expect(await refusalOf('/event', { app_key: 7, access_token: {} })).toBe('app_key_invalid');
    expect(await refusalOf('/event', { app_key, access_token: 'forged' })).toBe('token_invalid');
    expect(await refusalOf('/kick', { app_key })).toBe('token_missing');
    expect(await refusalOf('/event', { app_key })).toBe('connected');
  });

  it('refuses a banned member with the error code of the contract', async () => {
    const fan = await test.makeFan();
    const token = await test.signIn(fan);
    await test.db
      .updateTable('member')
      .set({ status: 'ban', status_since: new Date(), status_reason: 'test' })
      .where('member_id', '=', fan.memberId)
      .execute();
    expect(await refusalOf('/event', { app_key: TEST_APP_KEY, access_token: token })).toBe(
      'member_banned',
    );
  });

  it('refuses other namespaces and HTTP polling', async () => {
    expect(await refusalOf('/', { app_key: TEST_APP_KEY })).not.toBe('connected');
    expect(await refusalOf('/admin', { app_key: TEST_APP_KEY })).toBe('Invalid namespace');
    const polling = await fetch(`${test.url}/socket.io/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
  });
});

describe('a live', () => {
  it('returns the history on join, and sends every later line in a tick', async () => {
    const [{ socket: sender }, reader] = [await fanSocket(), await connected('/event')];
    const answer = await join(reader);
    expect(answer).toMatchObject({ ok: true, snapshot: true, can_chat: false });
    const seq = await joinedSeq(sender);
    const ticks = ticksOf(reader);
    const sent = await send(sender, 'ยกนี้แดง <b>จริง ๆ</b> \u202Eabc');
    expect(sent).toMatchObject({
      ok: true,
      message: { seq: seq + 1, text: 'ยกนี้แดง <b>จริง ๆ</b> abc', member_name: 'สมชาย' },
    });
    await expect.poll(() => lines(ticks)).toEqual([sent.message]);
    expect(ticks.find((tick) => tick.messages.length > 0)).toMatchObject({
      program_live_id: tonight,
      since: seq,
      seq: seq + 1,
    });
  });

  it('sends the lines of many senders in one tick, and at most one tick per interval', async () => {
    const reader = await connected('/event');
    const fans = await Promise.all(Array.from({ length: 8 }, fanSocket));
    await joinedSeq(reader);
    const ticks = ticksOf(reader);
    const times: number[] = [];
    reader.on('live:tick', () => times.push(performance.now()));
    const sent = await Promise.all(
      fans.map(({ socket }, index) => send(socket, `พร้อมกัน ${index}`)),
    );
    expect(sent.every((answer) => answer.ok)).toBe(true);
    await expect.poll(() => lines(ticks).length).toBe(8);
    expect(lines(ticks).map((line) => line.seq)).toEqual(
      [...lines(ticks).map((line) => line.seq)].sort((a, b) => a - b),
    );
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(LIMITS.tickMs, ...gaps)).toBeGreaterThan(LIMITS.tickMs * 0.7);
  });

  it('returns the missed lines after a reconnect', async () => {
    const { socket } = await fanSocket();
    const reader = await connected('/event');
    const seq = await joinedSeq(reader);
    reader.disconnect();
    const { message } = await send(socket, 'ตอนที่หลุดไป');
    const back = await connected('/event');
    expect(await join(back, seq)).toMatchObject({
      ok: true,
      snapshot: false,
      seq: seq + 1,
      messages: [message],
    });
    expect(await join(back, 1_000_000)).toMatchObject({ ok: true, snapshot: true, seq: seq + 1 });
  });

  it('sends nothing to sockets that left', async () => {
    const { socket } = await fanSocket();
    const [left, stays] = [await connected('/event'), await connected('/event')];
    await Promise.all([join(left), join(stays)]);
    expect(await left.emitWithAck('live:leave', { program_live_id: tonight })).toEqual({
      ok: true,
    });
    const [leftTicks, stayTicks] = [ticksOf(left), ticksOf(stays)];
    await send(socket, 'ยังอยู่ไหม');
    await expect.poll(() => lines(stayTicks).length).toBe(1);
    expect(lines(leftTicks)).toEqual([]);
  });

  it('broadcasts the number of viewers, a new round and its stopped clock', async () => {
    const reader = await connected('/event');
    await joinedSeq(reader);
    const ticks = ticksOf(reader);
    const fan = await test.makeFan();
    const token = await test.signIn(fan);
    const watch_token = randomUUID();
    await test.call(JOIN, { token, body: { member_id: fan.memberId, watch_token } });
    await expect.poll(() => ticks.at(-1)?.viewers, { timeout: 6_000 }).toBe(1);
    const nextState = once(reader as never, 'match:state');
    await test.db
      .updateTable('match_live')
      .set({
        round_number: 4,
        round_started_at: new Date(),
        resting: false,
        clock_stopped_at: new Date('2026-11-21T12:01:00.000Z'),
      })
      .where('program_live_id', '=', tonight)
      .where('status', '=', 'in_progress')
      .execute();
    test.bus.publish('live:changed', { programLiveId: tonight as ProgramLiveId });
    const [state] = await nextState;
    expect(MatchState.parse(state)).toMatchObject({
      program_live_id: tonight,
      match: { round: { number: 4 }, clock_stopped_at: '2026-11-21T12:01:00.000Z' },
    });
  });

  it('broadcasts that a live began early and that it ended', async () => {
    const coming = (await test.call('GET /live?status=not_started')).body.data.find(
      ({ access }: { access: string }) => access === 'free',
    ).program_live_id;
    const reader = await connected('/event');
    const first = await join(reader, undefined, coming);
    expect(first).toMatchObject({ ok: true, live: { status: 'not_started', ended_at: null } });
    for (const [action, status] of [
      ['live-start', 'in_progress'],
      ['live-end', 'ended'],
    ] as const) {
      const changed = once(reader as never, 'live:state');
      await operateShow(test, { action, live: coming });
      const [state] = await changed;
      expect(LiveStateChanged.parse(state)).toMatchObject({ program_live_id: coming, status });
    }
    // A page that was loaded earlier gets the new state when it joins.
    const late = await join(await connected('/event'), undefined, coming);
    expect(late).toMatchObject({ ok: true, live: { status: 'ended' } });
  });

  it('refuses joins and chat lines with a specific code for each reason', async () => {
    const { socket } = await fanSocket();
    const visitor = await connected('/event');
    const premium = (await test.call('GET /live?status=not_started')).body.data.find(
      (live: { access: string }) => live.access === 'premium',
    ).program_live_id;
    const status = async (answer: Promise<{ ok: boolean; error?: { status: string } }>) =>
      (await answer).error?.status ?? 'ok';
    expect(await status(join(socket, undefined, UNKNOWN) as never)).toBe('live_not_found');
    expect(await status(join(socket, undefined, premium) as never)).toBe('live_locked');
    expect(await status(send(visitor, 'สวัสดี'))).toBe('chat_members_only');
    expect(await status(send(socket, 'สวัสดี', randomUUID(), UNKNOWN))).toBe('live_not_found');
    expect(await status(send(socket, 'สวัสดี', randomUUID(), premium))).toBe('live_locked');
    expect(await status(send(socket, 'ก'.repeat(5_000)))).toBe('chat_too_long');
    expect(await status(send(socket, '\u200B'))).toBe('chat_failed');
    expect(await status(visitor.emitWithAck('watch:beat', { watch_token: randomUUID() }))).toBe(
      'token_missing',
    );
    expect(await status(send(socket, 'หนึ่ง'))).toBe('ok');
    expect(await send(socket, 'สอง')).toMatchObject({
      ok: false,
      error: {
        status: 'chat_slow_mode',
        message: 'Please wait a moment before sending another message.',
      },
    });
  });
});

describe('garbage', () => {
  const oddities: unknown[] = [
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { program_live_id: 1 },
    { program_live_id: 'x' },
    { program_live_id: UNKNOWN, since: -1 },
    { program_live_id: UNKNOWN, since: 1e308 },
    { program_live_id: UNKNOWN, extra: true },
    { program_live_id: UNKNOWN, text: { $gt: '' }, chat_message_id: UNKNOWN },
    { __proto__: null, constructor: 'x' },
    Buffer.from([0, 1, 2]),
  ];

  it.each(['live:join', 'live:leave', 'chat:send', 'watch:beat', 'reaction:send'])(
    'in %s is answered with request_invalid, and the socket stays connected',
    async (event) => {
      const { socket } = await fanSocket();
      for (const payload of oddities) {
        const answer = await socket.timeout(5_000).emitWithAck(event, payload);
        expect([answer.ok, answer.error.status]).toEqual([false, 'request_invalid']);
      }
      expect(await join(socket)).toMatchObject({ ok: true });
    },
  );

  it('is harmless without an acknowledgement, with many arguments, or with an unknown event name', async () => {
    const { socket } = await fanSocket();
    for (const event of ['live:join', 'chat:send', 'nonsense', '__proto__', 'toString']) {
      socket.emit(event);
      socket.emit(event, 1, 2, 3, null);
    }
    expect(await join(socket)).toMatchObject({ ok: true });
  });

  it('in raw frames closes only that connection', async () => {
    const bystander = await connected('/event');
    for (const bytes of [
      'hello',
      '4',
      '42',
      '42/event,',
      '42/event,{',
      '42/event,["live:join"',
      '45-1[]',
      '40/event,{"app_key":',
      '9',
      '451-["x",{"_placeholder":true,"num":99}]',
      Buffer.alloc(64),
    ]) {
      const raw = new WebSocket(
        `${test.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      );
      await once(raw as never, 'open');
      raw.send(bytes);
      raw.close();
    }
    expect(await join(bystander)).toMatchObject({ ok: true });
  });

  it('larger than the frame limit disconnects its sender', async () => {
    const { socket } = await fanSocket();
    const gone = once(socket as never, 'disconnect');
    socket.emit('chat:send', { text: 'x'.repeat(LIMITS.socketFrameBytesMax + 1) });
    await gone;
    expect(socket.connected).toBe(false);
  });
});

describe('a flood', () => {
  it('is refused beyond the burst, and closes the connection if it continues', async () => {
    const { socket } = await fanSocket();
    const answers: string[] = [];
    const gone = once(socket as never, 'disconnect');
    for (let index = 0; index < 60; index += 1) {
      socket.emit(
        'live:leave',
        { program_live_id: UNKNOWN },
        (answer: { ok: boolean; error?: { status: string } }) =>
          answers.push(answer.ok ? 'ok' : (answer.error?.status ?? '')),
      );
    }
    await expect.poll(() => answers.length).toBe(60);
    expect(answers.filter((answer) => answer === 'rate_limited').length).toBeGreaterThan(30);
    for (let index = 0; index < 200; index += 1) socket.emit('nonsense', index);
    await gone;
    expect(socket.connected).toBe(false);
  });

  it('of namespace joins closes the connection too', async () => {
    const raw = new WebSocket(
      `${test.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    );
    await once(raw as never, 'open');
    const closed = once(raw as never, 'close');
    for (let index = 0; index < 300; index += 1) raw.send(`40/event,{"app_key":"${TEST_APP_KEY}"}`);
    await closed;
    expect(raw.readyState).toBe(WebSocket.CLOSED);
  });
});
