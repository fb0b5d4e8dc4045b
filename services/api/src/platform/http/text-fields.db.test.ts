import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import { LIMITS } from '@sangwian/contract/limits';
import {
  startTestApi,
  TEST_APP_KEY,
  TEST_OWNER_TOKEN,
  type TestApi,
} from '@sangwian/testkit/start-test-api';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadSampleSeason } from '../../sample-season/load.ts';
import { FanSockets } from '../../testing/fan-sockets.ts';
import { growthOfCalls } from '../../testing/growth-of.ts';
import { HOSTILE_TEXTS, harmlessText } from '../../testing/hostile-texts.ts';
import { knownValues } from '../../testing/known-values.ts';
import {
  callWith,
  ENDPOINT_PARTS,
  EVENT_PARTS,
  HANDSHAKE_PARTS,
  type TextField,
  withText,
} from '../../testing/text-fields.ts';
import { type TextWork, watchTextWork } from '../../testing/watch-text-work.ts';

/** Password hashing is slow on a busy machine. */
const SLOW_MACHINE_MS = 120_000;
const GROWTH_MAX = 3;
/** The longest field without a format: a partner's sealed token. */
const UNITS_MAX = 8_192;
/** Length of the text sent to fields whose schema has no maximum: far beyond any valid value. */
const FORMAT_UNITS = 64;
const FAR_BEYOND_UNITS = 15_000;
/** One text of each kind; `text-rules.test.ts` tests them all. */
const KINDS = [
  'tag characters behind a flag',
  'marks in two runs of different classes',
  'blanks',
  'signs that stand for letters',
  'Thai letters apart',
];

const PARTS = [...ENDPOINT_PARTS, ...EVENT_PARTS, ...HANDSHAKE_PARTS];
/** The library counts code points only if there are too many code units. */
const COUNTING = '[\\uD800-\\uDBFF]';
const FORMATS = new Set([
  COUNTING,
  ...PARTS.flatMap(({ fields }) =>
    fields.flatMap(({ pattern }) => (pattern === null ? [] : [pattern])),
  ),
]);
const nameOf = ({ path }: TextField): string => path.join('.');

let api: TestApi;
let known: Record<string, unknown>;
let token: string;
const sockets = new FanSockets();
beforeAll(async () => {
  api = await startTestApi();
  const { program_live_id } = await loadSampleSeason(api.db, { now: new Date() });
  await api.api.start();
  const fan = await api.makeFan({ coins: 500 });
  token = await api.signIn(fan);
  known = {
    ...(await knownValues((path) => api.call(path), program_live_id)),
    member_id: fan.memberId,
    phone: fan.phone,
  };
});
afterEach(() => sockets.close());
afterAll(() => api.close());

let calls = 0;
const addressOf = (count: number): string =>
  `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
async function callApi(part: (typeof ENDPOINT_PARTS)[number], field: TextField, text: string) {
  const { what, body } = callWith(part, field.path, text, known);
  const { identity }: Endpoint = ENDPOINTS[part.operation];
  const isStaff = identity === 'staff';
  calls += 1;
  return api.call(what, {
    // Signing out would revoke the token that the other calls need.
    ...(part.operation === 'POST /auth/member/logout'
      ? {}
      : { token: isStaff ? TEST_OWNER_TOKEN : token }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // Rate limits per IP address are not tested here. The local owner's token works from this machine only.
    ...(isStaff ? {} : { ip: addressOf(calls) }),
  });
}

/**
 * The text fields to test, by endpoint and request part. A text with an invalid format is refused before any other
 * work, so one field of each format is enough.
 */
function partsThatGrow() {
  const formats = new Set<string | null>();
  return ENDPOINT_PARTS.map((part) => ({
    ...part,
    fields: part.fields.filter(({ unitsMax, pattern }) => {
      if (unitsMax !== null) return true;
      const isNew = !formats.has(pattern);
      formats.add(pattern);
      return isNew;
    }),
  })).filter(({ fields }) => fields.length > 0);
}

/** Returns texts that exceed the maximum of a field, by one and by far. */
const tooLong = ({ unitsMax }: TextField): string[] =>
  [(unitsMax ?? FORMAT_UNITS) + 1, FAR_BEYOND_UNITS].map((units) =>
    (HOSTILE_TEXTS['marks in two runs of different classes'] ?? harmlessText)(units),
  );

test('every text of the contract has a length or a format', () => {
  const without = PARTS.flatMap(({ name, fields }) =>
    fields
      .filter(({ unitsMax, pattern }) =>
        unitsMax === null ? pattern?.includes('*') || pattern?.includes('+') : unitsMax > UNITS_MAX,
      )
      .map((field) => `${name} ${nameOf(field)} ${field.pattern}`),
  );
  expect(without).toEqual([]);
  expect(PARTS.flatMap(({ fields }) => fields).length).toBeGreaterThan(100);
});

/** The text can be longer than the whole body of an endpoint that limits its body. */
function tooLargeFor({ operation }: (typeof ENDPOINT_PARTS)[number]): string[] {
  const { bodyBytesMax }: Endpoint = ENDPOINTS[operation];
  return bodyBytesMax === undefined ? [] : ['body_too_large'];
}

describe('an endpoint', () => {
  test.each(ENDPOINT_PARTS.map((part) => [part.name, part] as const))(
    'refuses a text of %s that is too long before any other work',
    async (_name, part) => {
      const unrefused: unknown[] = [];
      for (const field of part.fields) {
        for (const text of tooLong(field)) {
          const stop = watchTextWork(text.slice(0, 20), FORMATS);
          let answer: Awaited<ReturnType<typeof callApi>>;
          let work: TextWork[];
          try {
            answer = await callApi(part, field, text);
          } finally {
            work = stop();
          }
          // A path parameter that is too long matches no route.
          const due =
            part.part === 'params'
              ? ['request_invalid', 'not_found']
              : ['request_invalid', ...tooLargeFor(part)];
          if (!due.includes(answer.body?.status) || work.length > 0) {
            unrefused.push([nameOf(field), text.length, answer.text, work]);
          }
        }
      }
      expect(unrefused).toEqual([]);
    },
    SLOW_MACHINE_MS,
  );

  test.each(partsThatGrow().map((part) => [part.name, part] as const))(
    'takes no more than three times as long for a text of %s that is twice as long',
    async (_name, part) => {
      const grown: unknown[] = [];
      for (const field of part.fields) {
        const units = field.unitsMax ?? FORMAT_UNITS;
        for (const kind of KINDS) {
          const make = HOSTILE_TEXTS[kind] ?? harmlessText;
          const growth = await growthOfCalls(
            // A text below the minimum length is refused sooner.
            () => callApi(part, field, make(Math.max(Math.ceil(units / 2), 2 * field.unitsMin))),
            () => callApi(part, field, make(units)),
            GROWTH_MAX,
          );
          if (growth > GROWTH_MAX) grown.push([nameOf(field), kind, growth]);
        }
      }
      expect(grown).toEqual([]);
    },
    SLOW_MACHINE_MS,
  );
});

describe('a socket', () => {
  const site = () => ({ url: api.url, appKey: TEST_APP_KEY });
  const connectFan = async () =>
    sockets.connect(site(), '/event', await api.signIn(await api.makeFan()));
  const payloadOf = (part: (typeof EVENT_PARTS)[number], field: TextField, text: string) =>
    withText(part.sample({ ...known, chat_message_id: randomUUID() }), field.path, text);

  test.each(EVENT_PARTS.map((part, index) => [part.name, index, part] as const))(
    'refuses a text of %s (%i) that is too long before any other work',
    async (event, _index, part) => {
      const socket = await connectFan();
      for (const field of part.fields) {
        for (const text of tooLong(field)) {
          const stop = watchTextWork(text.slice(0, 20), FORMATS);
          let answer: { error: { status: string } };
          let work: TextWork[];
          try {
            answer = await socket.emitWithAck(event, payloadOf(part, field, text));
          } finally {
            work = stop();
          }
          const due =
            event === 'chat:send' && nameOf(field) === 'text' ? 'chat_too_long' : 'request_invalid';
          expect([nameOf(field), answer.error.status, work]).toEqual([nameOf(field), due, []]);
        }
      }
    },
    SLOW_MACHINE_MS,
  );

  test.each(KINDS)(
    'takes no more than three times as long for a line that is twice as long: %s',
    async (kind) => {
      const part = EVENT_PARTS.find(({ name }) => name === 'chat:send');
      const field = part?.fields.find((one) => nameOf(one) === 'text');
      if (part === undefined || field === undefined) throw new Error('there is no chat');
      const make = HOSTILE_TEXTS[kind] ?? harmlessText;
      const send = (units: number) => async () => {
        // Each socket sends only a few lines because of the rate limit.
        const socket = await connectFan();
        return () => socket.emitWithAck('chat:send', payloadOf(part, field, make(units)));
      };
      const [half, whole] = [
        await send(LIMITS.chatUnitsMax / 2)(),
        await send(LIMITS.chatUnitsMax)(),
      ];
      expect(await growthOfCalls(half, whole, GROWTH_MAX)).toBeLessThanOrEqual(GROWTH_MAX);
    },
    SLOW_MACHINE_MS,
  );

  test('refuses a handshake whose texts are too long before any other work', async () => {
    for (const { fields } of HANDSHAKE_PARTS) {
      for (const field of fields) {
        for (const text of tooLong(field)) {
          const stop = watchTextWork(text.slice(0, 20), FORMATS);
          const auth = withText({ app_key: TEST_APP_KEY }, field.path, text) as object;
          const socket = io(`${api.url}/event`, {
            transports: ['websocket'],
            forceNew: true,
            reconnection: false,
            auth,
          });
          const refusal = await new Promise<string>((done) => {
            socket.once('connect', () => done('connected'));
            socket.once('connect_error', (error: Error & { data?: { status: string } }) =>
              done(error.data?.status ?? error.message),
            );
          });
          socket.disconnect();
          expect([nameOf(field), refusal, stop()]).toEqual([nameOf(field), 'app_key_invalid', []]);
        }
      }
    }
  });
});
