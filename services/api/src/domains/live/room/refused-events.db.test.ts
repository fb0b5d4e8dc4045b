import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { LIMITS } from '@sangwian/contract/limits';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EVENT_RATES } from '../../../platform/sockets/event-rate.ts';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets } from '../../../testing/fan-sockets.ts';

let test: TestApi;
let tonight: string;
const lines: { msg: string; member_id: string | null }[] = [];
const sockets = new FanSockets();
const site = () => ({ url: test.url, appKey: TEST_APP_KEY });

beforeAll(async () => {
  const write = (line: string): void => void lines.push(JSON.parse(line));
  test = await startTestApi({ logger: createLogger('test', 'info', { write }) });
  tonight = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
  await test.api.start();
});
afterEach(() => sockets.close());
afterAll(() => test.close());

const linesOf = (memberId: string): string[] =>
  lines.filter((line) => line.member_id === memberId).map(({ msg }) => msg);

async function connectFan() {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  return { ...fan, token, socket: await sockets.connect(site(), '/event', token) };
}

const send = (socket: Socket, text: unknown, live = tonight) =>
  socket.emitWithAck('chat:send', {
    program_live_id: live,
    text,
    chat_message_id: randomUUID(),
  });

/** Sends at the rate that the event bucket allows, until the socket is disconnected. */
async function floodUntilGone(socket: Socket, payload: unknown): Promise<void> {
  const gone = once(socket as never, 'disconnect');
  while (socket.connected) {
    for (let count = 0; count < EVENT_RATES.events.burst; count += 1) {
      socket.emit('chat:send', payload);
    }
    // A response proves that all earlier events were handled. A disconnected socket gets no response.
    await socket.emitWithAck('live:leave', { program_live_id: tonight }).catch(() => gone);
  }
}

it('refuses a text that is too long before any other check', async () => {
  const { socket } = await connectFan();
  const hostile = `\u{1F3F4}${'\u{E0061}'.repeat(15_000)}`;
  for (const text of [hostile, 'a'.repeat(LIMITS.chatUnitsMax + 1), ' '.repeat(60_000)]) {
    expect(await send(socket, text)).toMatchObject({
      ok: false,
      error: { status: 'chat_too_long' },
    });
  }
  expect(await send(socket, `${' '.repeat(LIMITS.chatUnitsMax - 1)}a`)).toMatchObject({ ok: true });
});

it('names invalid fields without echoing their whole content', async () => {
  const { socket } = await connectFan();
  const answer = await socket.emitWithAck('watch:beat', { ['x'.repeat(50_000)]: 1 });
  expect(answer.error.status).toBe('request_invalid');
  expect(JSON.stringify(answer).length).toBeLessThan(2_000);
});

it.each([
  ['too long', { text: 'x'.repeat(2_000) }],
  ['no payload at all', null],
])(
  'disconnects a member who keeps sending events that are %s, and logs it in two lines',
  async (_what, fields) => {
    const { memberId, socket, token } = await connectFan();
    const payload = fields && {
      program_live_id: tonight,
      chat_message_id: randomUUID(),
      ...fields,
    };
    await floodUntilGone(socket, payload);
    expect(linesOf(memberId)).toEqual([
      'socket event refused',
      'socket cut off: too many refused events',
    ]);
    // A new connection neither resets the count nor fills the log.
    const again = await sockets.connect(site(), '/event', token);
    const gone = once(again as never, 'disconnect');
    again.emit('chat:send', null);
    again.emit('chat:send', null);
    await gone;
    expect(linesOf(memberId)).toHaveLength(2);
  },
);

it('disconnects a member who sends unknown events to the kick namespace', async () => {
  const { memberId, token } = await connectFan();
  const socket = await sockets.connect(site(), '/kick', token);
  const gone = once(socket as never, 'disconnect');
  for (let count = 0; count <= EVENT_RATES.refused.burst; count += 1) socket.emit('x');
  await gone;
  expect(linesOf(memberId)).toHaveLength(2);
});

it('counts the refused events of visitors per socket', async () => {
  const [rude, polite] = [
    await sockets.connect(site(), '/event'),
    await sockets.connect(site(), '/event'),
  ];
  await floodUntilGone(rude, null);
  expect(await polite.emitWithAck('live:join', { program_live_id: tonight })).toMatchObject({
    ok: true,
  });
});

it('does not count refusals that honest fans encounter: links, banned words, unknown lives', async () => {
  const { memberId, token } = await connectFan();
  const lines: readonly [text: string, live: string][] = [
    ['www.example.com', tonight],
    ['shit', tonight],
    ['สู้ ๆ', randomUUID()],
  ];
  for (let sent = 0; sent <= EVENT_RATES.refused.burst; ) {
    const socket = await sockets.connect(site(), '/event', token);
    for (const [text, live] of [...lines, ...lines, ...lines, ...lines, ...lines]) {
      expect(await send(socket, text, live)).toMatchObject({ ok: false });
      sent += 1;
    }
    expect(socket.connected).toBe(true);
  }
  expect(linesOf(memberId)).toEqual([]);
});
