import type { MemberId } from '@sangwian/contract/ids';
import { createLogger } from '@sangwian/node-kit/logger';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { startTestPush, type TestPush } from '@sangwian/testkit/start-test-push';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import { makeMembers } from '../predict/testing/make-card.ts';
import { createPush, createPushModule, type Present, type PushModule } from './push.module.ts';
import { PUSH_LIMITS } from './push-rules.ts';

const START = new Date('2026-11-21T11:30:00Z');
const logger = createLogger('test', 'silent');

let now = START;
const clock = () => now;
const after = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
let api: TestApi;
let service: TestPush;
let node: PushModule;
/** Renders the messages of a test. */
let present: Present;
let fans: { readonly memberId: MemberId; readonly token: string; readonly sessionId: string }[];

const makeNode = () =>
  createPushModule({
    db: api.db,
    clock,
    logger,
    sessions: createSessions(api.db, api.bus, clock),
    settings: service.settings,
    present: (subject, language) => present(subject, language),
  });
const token = (index: number) => fans[index]?.token ?? '';
const put = (index: number, body: object) =>
  api.call('PUT /push/subscription', { token: token(index), body });
async function subscribe(index: number, browser = service.subscribe()) {
  expect((await put(index, browser.subscription)).status).toBe(200);
  return browser;
}
const enqueue = (topic: string, { minutes = 60, index = 0 } = {}) =>
  api.db.transaction().execute((trx) =>
    createPush(api.db, clock).enqueue(trx, [fans[index]?.memberId as MemberId], {
      topic,
      subject: { topic },
      urgency: 'high',
      expiresAt: new Date(now.getTime() + minutes * 60_000),
    }),
  );
const count = async (table: 'push_message' | 'push_subscription') =>
  Number(
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(api.db))
      .rows[0]?.n,
  );

beforeAll(async () => {
  service = await startTestPush(clock);
  api = await startTestApi({ clock, config: { push: service.settings } });
  node = makeNode();
});
beforeEach(async () => {
  now = START;
  service.setWeather(201, 0);
  present = async (subject) => ({
    title: String((subject as { topic: string }).topic),
    body: 'สังเวียน',
    path: '/program',
  });
  await api.db.deleteFrom('push_subscription').execute();
  fans = [];
  for (const memberId of await makeMembers(api.db, 2)) {
    const sessions = createSessions(api.db, api.bus, clock);
    fans.push({ memberId, ...(await sessions.start({ memberId, userAgent: '', ip: '' })) });
  }
});
afterAll(async () => {
  await node.stop?.();
  await api.close();
  await service.close();
});

describe('a browser', () => {
  it('receives the public key that it needs to subscribe', async () => {
    const { body } = await api.call('GET /push/key');
    expect(body.data.public_key).toBe(service.settings.publicKey.toString('base64url'));
  });

  it.each([
    ['elsewhere', { endpoint: 'https://evil.example/send' }, 'push_unavailable'],
    ['inside', { endpoint: 'http://127.0.0.1:5432/' }, 'push_unavailable'],
    ['without keys', { p256dh: 'AAAA' }, 'push_subscription_invalid'],
    ['that says more', { expirationTime: 1 }, 'request_invalid'],
    ['without an endpoint', { endpoint: '' }, 'request_invalid'],
  ])('%s is refused', async (_, wrong, status) => {
    const { subscription } = service.subscribe();
    expect((await put(0, { ...subscription, ...wrong })).body.status).toBe(status);
    expect(await count('push_subscription')).toBe(0);
  });

  it('is stored once, for the member who subscribed last', async () => {
    const browser = await subscribe(0);
    await Promise.all([subscribe(0, browser), subscribe(0, browser)]);
    expect(await count('push_subscription')).toBe(1);
    await enqueue('of the first');
    await subscribe(1, browser);
    await node.deliver();
    expect(browser.messages()).toEqual([]);
    await enqueue('of the second', { index: 1 });
    await enqueue('of the first again');
    await node.deliver();
    expect(browser.messages().map(({ title }) => title)).toEqual(['of the second']);
  });

  it('can be removed only by its member, and more than once', async () => {
    const { subscription } = await subscribe(0);
    const remove = (index: number) =>
      api.call('DELETE /push/subscription', {
        token: token(index),
        body: { endpoint: subscription.endpoint },
      });
    expect((await remove(1)).status).toBe(200);
    expect(await count('push_subscription')).toBe(1);
    expect([(await remove(0)).status, (await remove(0)).status]).toEqual([200, 200]);
    expect(await count('push_subscription')).toBe(0);
  });

  it('replaces the member’s oldest browser beyond the limit', async () => {
    for (let index = 0; index <= PUSH_LIMITS.devicesMax; index += 1) {
      after(1);
      await subscribe(0);
    }
    expect(await count('push_subscription')).toBe(PUSH_LIMITS.devicesMax);
  });

  it('receives nothing and is removed after its sign-in has ended', async () => {
    const [signedOut, tidied] = [await subscribe(0), await subscribe(1)];
    const sessions = createSessions(api.db, api.bus, clock);
    await enqueue('late');
    for (const { memberId, sessionId } of fans) await sessions.revoke(memberId, [sessionId]);
    await node.deliver();
    expect([signedOut.messages(), await count('push_subscription')]).toEqual([[], 1]);
    await node.tidy();
    expect([tidied.messages(), await count('push_subscription')]).toEqual([[], 0]);
  });

  it('is in the data export without its keys, and is deleted with the account', async () => {
    const fan = await api.makeFan();
    fans = [{ memberId: fan.memberId, token: await api.signIn(fan), sessionId: '' }];
    const { subscription } = await subscribe(0);
    const { body } = await api.call('GET /auth/member/export', { token: token(0) });
    expect(body.data).toMatchObject({
      push_devices: [{ endpoint: subscription.endpoint, language: 'TH' }],
      reminders: [],
    });
    expect(JSON.stringify(body.data)).not.toContain(subscription.auth);
    const gone = await api.call(`DELETE /auth/member/${fans[0]?.memberId}`, {
      token: token(0),
      body: { expected_coins: 0 },
    });
    expect([gone.status, await count('push_subscription')]).toEqual([200, 0]);
  });
});

describe('a message', () => {
  it('is sent once by two nodes', async () => {
    const browser = await subscribe(0);
    await enqueue('a');
    await enqueue('a');
    const arrived = service.arrived();
    const second = makeNode();
    await Promise.all([node.deliver(), second.deliver()]);
    await second.stop?.();
    expect(service.arrived() - arrived).toBe(1);
    expect(browser.messages()).toMatchObject([{ title: 'a', path: '/program', language: 'TH' }]);
    expect(await count('push_message')).toBe(0);
  });

  it('removes a browser whose subscription no longer exists', async () => {
    const [gone, there] = [await subscribe(0), await subscribe(0)];
    gone.unsubscribe();
    await enqueue('a');
    await node.deliver();
    expect(there.messages()).toHaveLength(1);
    expect([await count('push_subscription'), await count('push_message')]).toEqual([1, 0]);
  });

  it.each([
    [429, 120, 121],
    [503, undefined, 16],
    [500, 2, 16],
  ])('is retried after the backoff or Retry-After of status %i', async (status, asked, seconds) => {
    const browser = await subscribe(0);
    await enqueue('a');
    service.setWeather(status, 1, asked);
    await node.deliver();
    after(seconds - 2);
    await node.deliver();
    expect(browser.messages()).toEqual([]);
    after(2);
    await node.deliver();
    expect(browser.messages()).toHaveLength(1);
  });

  it('is not retried if the push service refuses it, and the browser stays', async () => {
    await subscribe(0);
    await enqueue('a');
    service.setWeather(400, 1);
    await node.deliver();
    expect([await count('push_subscription'), await count('push_message')]).toEqual([1, 0]);
  });

  it('is dropped if it is obsolete or expired', async () => {
    const browser = await subscribe(0);
    await enqueue('a', { minutes: 1 });
    after(60);
    await node.deliver();
    await enqueue('b');
    present = async () => null;
    await node.deliver();
    expect([browser.messages(), await count('push_message')]).toEqual([[], 0]);
  });

  it('is sent again by another node after a crash, and shown once', async () => {
    const browser = await subscribe(0);
    await enqueue('a');
    const arrived = service.arrived();
    // The first node claims and sends the message, and dies before it records the outcome.
    const [taken] = await api.db.selectFrom('push_message').selectAll().execute();
    await node.deliver();
    expect(browser.messages()).toHaveLength(1);
    const lease = new Date(now.getTime() + PUSH_LIMITS.leaseMs);
    await api.db
      .insertInto('push_message')
      .values({
        ...(taken as NonNullable<typeof taken>),
        subject: JSON.stringify(taken?.subject),
        attempts: 1,
        next_attempt_at: lease,
      })
      .execute();
    const next = makeNode();
    await next.deliver();
    expect(service.arrived() - arrived).toBe(1);
    after(PUSH_LIMITS.leaseMs / 1_000);
    await next.deliver();
    await next.stop?.();
    expect(service.arrived() - arrived).toBe(2);
    expect(browser.messages().map(({ title }) => title)).toEqual(['a']);
    expect(await count('push_message')).toBe(0);
  });

  it('is retried if its rendering fails, and does not delay others', async () => {
    const browser = await subscribe(0);
    await enqueue('broken');
    await enqueue('fine');
    const good = present;
    present = async (subject, language) => {
      if (JSON.stringify(subject).includes('broken')) throw new Error('rendering failed');
      return good(subject, language);
    };
    await node.deliver();
    expect(browser.messages().map(({ title }) => title)).toEqual(['fine']);
    expect(await count('push_message')).toBe(1);
  });
});
