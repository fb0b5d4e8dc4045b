import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { SOCKET_EVENTS_IN, SOCKET_EVENTS_OUT } from '@sangwian/contract/sockets/event-namespace';
import { KICK_EVENTS_OUT } from '@sangwian/contract/sockets/kick-namespace';
import { startTestApi, TEST_APP_KEY, type TestApi } from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets } from '../../../testing/fan-sockets.ts';
import {
  almostValid,
  createRandom,
  oddValue,
  pick,
  type Random,
  validValue,
} from '../../../testing/odd-values.ts';

/** Fewer events than the rate limit's bucket allows, so that no event is refused by the rate limit. */
const EVENTS_PER_SOCKET = 18;
const SOCKETS = 72;
/** Secrets of the victim, which no other socket may receive. */
const SECRET_NAME = 'ลับสุดยอดของคนอื่น';
const SECRET_LINE = 'ข้อความในห้องที่ไม่ได้เปิด';

let test: TestApi;
let tonight: string;
let premium: string;
let victim: { memberId: string; phone: string; token: string; watchToken: string };
let secrets: string[];
let ids: string[];
const sockets = new FanSockets();
const site = () => ({ url: test.url, appKey: TEST_APP_KEY });
const NAMES = Object.keys(SOCKET_EVENTS_IN) as (keyof typeof SOCKET_EVENTS_IN)[];
const SCHEMAS = Object.fromEntries(
  NAMES.map((name) => [name, z.toJSONSchema(SOCKET_EVENTS_IN[name], { io: 'input' })]),
) as Record<string, Parameters<typeof validValue>[0]>;

/** Creates a member with private data of every kind. */
async function makeVictim() {
  const made = await test.makeFan({ coins: 4_242 });
  const token = await test.signIn(made);
  await test.db
    .updateTable('member')
    .set({ last_name: SECRET_NAME })
    .where('member_id', '=', made.memberId)
    .execute();
  await test.db
    .insertInto('live_unlock')
    .values({ program_live_id: premium, member_id: made.memberId, via: 'coins', paid_coins: 99 })
    .execute();
  const watchToken = randomUUID();
  await test.call('POST /memberWatchStream/joinWatchStream', {
    token,
    body: { member_id: made.memberId, watch_token: watchToken, program_live_id: tonight },
  });
  return { ...made, token, watchToken };
}

beforeAll(async () => {
  test = await startTestApi();
  tonight = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
  await test.api.start();
  premium = (await test.call('GET /live?status=not_started')).body.data.find(
    (live: { access: string }) => live.access === 'premium',
  ).program_live_id;
  victim = await makeVictim();
  const own = await sockets.connect(site(), '/event', victim.token);
  const said = await own.emitWithAck('chat:send', {
    program_live_id: premium,
    text: SECRET_LINE,
    chat_message_id: randomUUID(),
  });
  sockets.close();
  // Ids are not secrets: a response may repeat the id that was sent.
  secrets = [SECRET_NAME, SECRET_LINE, victim.phone, victim.token];
  const line = said.message.chat_message_id;
  ids = [tonight, tonight, premium, victim.memberId, victim.watchToken, line, randomUUID()];
});
afterEach(() => sockets.close());
afterAll(() => test.close());

/** The statuses of all responses, to prove that some events passed validation. */
const answered = new Set<string>();

/** Expects a response that matches the contract and is not a server error. */
function checkAnswer(name: string, answer: { ok: unknown; error?: { status: string } }): void {
  answered.add(`${name} ${answer.error?.status ?? 'ok'}`);
  if (answer.ok === true) return;
  expect(answer.ok).toBe(false);
  const status = answer.error?.status as ErrorCode;
  expect(Object.hasOwn(ERROR_STATUS, status) ? status : `unknown: ${status}`).toBe(status);
  expect([status, ERROR_STATUS[status] < 500]).toEqual([status, true]);
}

/** Records what a socket receives and checks it against the contract. */
function recordEvents(socket: Socket, received: string[]): void {
  const shapes: Readonly<Record<string, z.ZodType>> = { ...SOCKET_EVENTS_OUT, ...KICK_EVENTS_OUT };
  socket.onAny((name: string, payload: unknown) => {
    received.push(JSON.stringify(payload));
    shapes[name]?.parse(payload);
  });
}

const nextPayload = (name: string, random: Random): unknown => {
  const schema = SCHEMAS[name] ?? {};
  const kind = random();
  if (kind < 0.4) return validValue(schema, random, ids);
  return kind < 0.75 ? almostValid(schema, random, ids) : oddValue(random);
};

/** Sends the events of one connection. Some events wait for their response, the others overlap. */
async function fuzzOne(namespace: '/event' | '/kick', random: Random): Promise<void> {
  // Each socket has its own member, because refused events are counted per member and disconnect all sockets
  // of the member.
  const isMember = namespace === '/kick' || random() < 0.75;
  const token = isMember ? await test.signIn(await test.makeFan()) : undefined;
  const socket = await sockets.connect(site(), namespace, token);
  const received: string[] = [];
  recordEvents(socket, received);
  const waiting: Promise<void>[] = [];
  for (let count = 0; count < EVENTS_PER_SOCKET; count += 1) {
    const name =
      random() < 0.9 ? pick(random, NAMES) : pick(random, ['x', 'toString', 'live:tick']);
    const more = random() < 0.15 ? [oddValue(random)] : [];
    const answer = socket
      .timeout(8_000)
      .emitWithAck(name, nextPayload(name, random), ...more)
      .then((result) => {
        received.push(JSON.stringify(result));
        checkAnswer(name, result);
      });
    waiting.push(answer);
    if (random() < 0.5) await Promise.allSettled([answer]);
  }
  const failed = (await Promise.allSettled(waiting)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  expect(socket.connected).toBe(true);
  const all = received.join('\n');
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  socket.disconnect();
}

async function stateOfVictim() {
  const { token, memberId, watchToken } = victim;
  const watch = await test.db
    .selectFrom('watch_session')
    .select('last_seen_at')
    .where('watch_token', '=', watchToken)
    .executeTakeFirstOrThrow();
  const lines = await test.db
    .selectFrom('chat_message')
    .select(['text', 'removed_at'])
    .where('member_id', '=', memberId)
    .execute();
  const actions = await test.db.selectFrom('chat_action').selectAll().execute();
  const { body } = await test.call(`GET /auth/member/wallet?member_id=${memberId}`, { token });
  return { watch, lines, actions, wallet: body.data };
}

it('responds to any event of either namespace according to the contract, without harm and without data of other members', async () => {
  const seed = randomInt(2 ** 31);
  const before = await stateOfVictim();
  const bystander = await sockets.connect(site(), '/event', victim.token);
  const kicked = await sockets.connect(site(), '/kick', victim.token);
  const disconnected: string[] = [];
  for (const socket of [bystander, kicked])
    socket.on('disconnect', (reason) => disconnected.push(reason));
  try {
    for (let round = 0; round < SOCKETS; round += 6) {
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          fuzzOne(index % 3 === 2 ? '/kick' : '/event', createRandom(seed + round + index)),
        ),
      );
    }
  } catch (error) {
    throw new Error(`with the seed ${seed}`, { cause: error });
  }
  expect(disconnected).toEqual([]);
  expect([...answered]).toEqual(
    expect.arrayContaining([
      ...NAMES.map((name) => `${name} request_invalid`),
      ...['live:join ok', 'live:leave ok', 'chat:send ok', 'live:join live_locked', 'x not_found'],
      ...['chat:moderate forbidden', 'chat:moderate live_locked'],
    ]),
  );
  expect(await bystander.emitWithAck('live:join', { program_live_id: premium })).toMatchObject({
    ok: true,
    messages: [{ text: SECRET_LINE, removed: false }],
  });
  expect(await stateOfVictim()).toEqual(before);
});

it('closes only the connection that sends malformed frames or handshakes', async () => {
  const seed = randomInt(2 ** 31);
  const random = createRandom(seed);
  const bystander = await sockets.connect(site(), '/event', victim.token);
  const address = `${test.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const frames = [
    '40/event,',
    '40/kick,',
    '42/event,7',
    '43/event,1',
    '41/event,',
    '2',
    '3',
    '1',
    '6',
    '',
  ];
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const raw = new WebSocket(address);
      await once(raw as never, 'open');
      for (let count = 0; count < 10; count += 1) {
        const body = JSON.stringify(oddValue(random)) ?? '';
        raw.send(`${pick(random, frames)}${body.slice(0, Math.floor(random() * body.length))}`);
        if (random() < 0.2) raw.send(Buffer.from(body));
      }
      raw.close();
    }),
  );
  expect([
    seed,
    await bystander.emitWithAck('live:join', { program_live_id: tonight }),
  ]).toMatchObject([seed, { ok: true }]);
});
