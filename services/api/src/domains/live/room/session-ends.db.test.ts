import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  startTestApi,
  TEST_APP_KEY,
  type TestApi,
  type TestFan,
} from '@sangwian/testkit/start-test-api';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { FanSockets } from '../../../testing/fan-sockets.ts';

const JOIN = 'POST /memberWatchStream/joinWatchStream';

let test: TestApi;
let tonight: string;
const sockets = new FanSockets();

beforeAll(async () => {
  test = await startTestApi();
  await test.api.start();
  tonight = (await loadSampleSeason(test.db, { now: new Date() })).program_live_id;
});
afterAll(() => test.close());
afterEach(() => sockets.close());

const connected = (namespace: '/event' | '/kick', token: string): Promise<Socket> =>
  sockets.connect({ url: test.url, appKey: TEST_APP_KEY }, namespace, token);
async function fanSocket(): Promise<{ fan: TestFan; token: string; socket: Socket }> {
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  return { fan, token, socket: await connected('/event', token) };
}
const join = (socket: Socket) => socket.emitWithAck('live:join', { program_live_id: tonight });

describe('the end of a session', () => {
  it('notifies the ejected browser and no other member', async () => {
    const { fan, token } = await fanSocket();
    const other = await fanSocket();
    const [kick, others] = [await connected('/kick', token), await connected('/kick', other.token)];
    const received: unknown[] = [];
    others.onAny((...args) => received.push(args));
    const first = randomUUID();
    const watch = (watch_token: string) =>
      test.call(JOIN, { token, body: { member_id: fan.memberId, watch_token } });
    await watch(first);
    const notified = once(kick as never, 'EXIT_WATCHED_STREAM');
    await watch(randomUUID());
    expect(await notified).toEqual([{ old_watch_token: first }]);
    expect(received).toEqual([]);
  });

  it('notifies a banned member before the connection is closed', async () => {
    const { fan, token, socket } = await fanSocket();
    const kick = await connected('/kick', token);
    const notified = once(kick as never, 'BAN_MEMBER');
    const gone = Promise.all([
      once(kick as never, 'disconnect'),
      once(socket as never, 'disconnect'),
    ]);
    const row = await test.db
      .selectFrom('member_session')
      .select('member_session_id')
      .where('member_id', '=', fan.memberId)
      .executeTakeFirstOrThrow();
    test.bus.publish('member:barred', { memberId: fan.memberId, status: 'ban' });
    test.bus.publish('session:revoked', {
      memberId: fan.memberId,
      sessionIds: [row.member_session_id],
    });
    expect(await notified).toEqual([{ member_status: 'ban', member_id: fan.memberId }]);
    await gone;
  });

  it('disconnects only the sockets of the revoked session', async () => {
    const { fan, token, socket } = await fanSocket();
    const elsewhere = await connected('/event', await test.signIn(fan));
    const gone = once(socket as never, 'disconnect');
    await test.call('POST /auth/member/logout', { token });
    await gone;
    expect(await join(elsewhere)).toMatchObject({ ok: true, can_chat: true });
  });

  it('renews a watch session with every heartbeat of its browser', async () => {
    const { fan, token, socket } = await fanSocket();
    const watch_token = randomUUID();
    await test.call(JOIN, { token, body: { member_id: fan.memberId, watch_token } });
    const row = () =>
      test.db
        .selectFrom('watch_session')
        .select('last_seen_at')
        .where('watch_token', '=', watch_token)
        .executeTakeFirstOrThrow();
    const longAgo = new Date(Date.now() - 30_000);
    await test.db
      .updateTable('watch_session')
      .set({ last_seen_at: longAgo })
      .where('watch_token', '=', watch_token)
      .execute();
    expect(await socket.emitWithAck('watch:beat', { watch_token })).toEqual({ ok: true });
    await expect
      .poll(async () => (await row()).last_seen_at > longAgo, { timeout: 6_000 })
      .toBe(true);
  });
});
