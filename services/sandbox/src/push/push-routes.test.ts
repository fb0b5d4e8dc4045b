import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import Fastify from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPush } from './push-routes.ts';
import { PushService } from './push-service.ts';

const ORIGIN = 'http://localhost:8080';
const NOW = new Date('2026-11-21T12:00:00Z');
const NOW_S = NOW.getTime() / 1_000;
const SEALED = Buffer.alloc(120, 7);

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const shownOf = (key: KeyObject): string => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
};
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sender = pair();
const KEY = shownOf(sender.publicKey);
const GOOD = { aud: ORIGIN, exp: NOW_S + 3_600, sub: 'mailto:a@b.example' };

function vapid(claims: object = GOOD, { by = sender.privateKey, k = KEY, alg = 'ES256' } = {}) {
  const signed = `${part({ typ: 'JWT', alg })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: by, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${k}`;
}

let server = Fastify();
let endpoint: string;
let browserId: string;
beforeEach(async () => {
  server = Fastify();
  await addPush(server, new PushService(() => NOW), { origin: ORIGIN, now: () => NOW });
  const answer = await server.inject({
    method: 'POST',
    url: '/sandbox/push/browsers',
    payload: { application_server_key: KEY },
  });
  ({ endpoint, browser_id: browserId } = answer.json());
});

const send = async (headers: Record<string, string> = {}, body = SEALED) => {
  const { statusCode } = await server.inject({
    method: 'POST',
    url: endpoint.slice(ORIGIN.length),
    headers: {
      authorization: vapid(),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: '60',
      ...headers,
    },
    payload: body,
  });
  return statusCode;
};
const browser = async () => (await server.inject(`/sandbox/push/browsers/${browserId}`)).json();

test('accepts an encrypted message from the subscribed sender', async () => {
  expect(await send({ topic: 'a', urgency: 'high' })).toBe(201);
  expect((await browser()).messages).toEqual([
    expect.objectContaining({
      topic: 'a',
      urgency: 'high',
      ttl_s: 60,
      body: SEALED.toString('base64url'),
      taken_at: NOW.toISOString(),
    }),
  ]);
});

test('keeps only the last message of a topic', async () => {
  for (const topic of ['a', 'b', 'a']) await send({ topic });
  const { messages } = await browser();
  expect(messages.map(({ topic }: { topic: string }) => topic)).toEqual(['b', 'a']);
});

describe('the sender', () => {
  const other = pair();
  test.each([
    ['a missing token', ''],
    ['a token for another service', vapid({ ...GOOD, aud: 'https://push.example' })],
    ['an expired token', vapid({ ...GOOD, exp: NOW_S })],
    ['a token that expires too late', vapid({ ...GOOD, exp: NOW_S + 90_000 })],
    ['a token without a contact address', vapid({ ...GOOD, sub: '' })],
    ['a token signed with another key', vapid(GOOD, { by: other.privateKey })],
    ['a token with another algorithm', vapid(GOOD, { alg: 'none' })],
  ])('is refused with %s', async (_, authorization) => {
    expect(await send({ authorization })).toBe(401);
  });

  test('must own the key of the subscription', async () => {
    const k = shownOf(other.publicKey);
    expect(await send({ authorization: vapid(GOOD, { by: other.privateKey, k }) })).toBe(403);
  });
});

test.each([
  ['another coding', { 'content-encoding': 'aesgcm' }],
  ['no time to live', { ttl: '' }],
  ['an odd topic', { topic: 'a b' }],
])('a message with %s is refused', async (_, headers) => {
  expect(await send(headers)).toBe(400);
});

test('refuses a message that is too long or too short', async () => {
  expect(await send({}, Buffer.alloc(4_097))).toBe(413);
  expect(await send({}, Buffer.alloc(20))).toBe(400);
});

test('answers 410 for an unsubscribed browser and 404 for an unknown one', async () => {
  await server.inject({ method: 'DELETE', url: `/sandbox/push/browsers/${browserId}` });
  expect(await send()).toBe(410);
  endpoint = `${ORIGIN}/sandbox/push/send/unknown`;
  expect(await send()).toBe(404);
});

test('simulates the configured failures for the given number of messages', async () => {
  const payload = { status: 429, retry_after_s: 5, times: 1 };
  await server.inject({ method: 'PUT', url: '/sandbox/push/weather', payload });
  expect([await send(), await send()]).toEqual([429, 201]);
});
