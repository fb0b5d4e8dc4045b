import type { ProgramLiveId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const LIVE = '019ac000-0000-7000-8000-00000000000a' as ProgramLiveId;
const FANS_ORIGIN = 'http://fans.localhost';
let test: TestApi;
const open: Socket[] = [];

/**
 * Opens a socket with these headers. Resolves once the socket is connected; rejects with the error code of a refusal.
 */
function connect(headers: Record<string, string>): Promise<Socket> {
  const socket = io(`${test.url}/operator`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  open.push(socket);
  return new Promise((done, fail) => {
    socket.once('connect', () => done(socket));
    socket.once('connect_error', (error) =>
      fail((error as { data?: { status?: string } }).data?.status),
    );
  });
}
const next = <Payload>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((done) => socket.once(event, done));

beforeAll(async () => {
  test = await startTestApi({ config: { http: { publicUrl: FANS_ORIGIN } } });
  await test.api.start();
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => test.close());

describe('the namespace of operators', () => {
  it('admits a staff session and refuses everyone else', async () => {
    const viewer = await test.makeStaff('viewer');
    expect((await connect({ cookie: viewer.headers.cookie })).connected).toBe(true);
    await expect(connect({})).rejects.toBe('staff_sign_in_needed');
    await expect(connect({ cookie: 'sangwian_staff=forged' })).rejects.toBe('staff_sign_in_needed');
  });

  it('refuses sockets from the fans’ pages and from pages of other hosts', async () => {
    const { cookie } = (await test.makeStaff('viewer')).headers;
    const refused = connect({ cookie, origin: FANS_ORIGIN });
    await expect(refused).rejects.toBe('staff_sign_in_needed');
    // The client requests no namespace.
    await expect(connect({ cookie, origin: 'http://other.localhost' })).rejects.toBe(undefined);
    expect((await connect({ cookie, origin: test.url })).connected).toBe(true);
    expect((await connect({ cookie, origin: 'http://localhost' })).connected).toBe(true);
  });

  it('notifies every console of a change', async () => {
    const viewer = await test.makeStaff('viewer');
    const socket = await connect({ cookie: viewer.headers.cookie });
    const changed = next(socket, 'changed');
    test.bus.publish('live:changed', { programLiveId: LIVE });
    expect(await changed).toEqual({ topic: 'show', id: LIVE });
  });

  it('announces a change of the chat together with the live that opens and closes the chat', async () => {
    const viewer = await test.makeStaff('viewer');
    const socket = await connect({ cookie: viewer.headers.cookie });
    const announced = new Promise<unknown>((done) => {
      socket.on('changed', (change: { topic: string }) => {
        if (change.topic === 'chat') done(change);
      });
    });
    test.bus.publish('live:changed', { programLiveId: LIVE });
    expect(await announced).toEqual({ topic: 'chat', id: LIVE });
  });

  it('shows the place of each operator, and removes an operator who left', async () => {
    const [anan, malee] = [await test.makeStaff('owner', 'Anan'), await test.makeStaff('cashier')];
    const first = await connect({ cookie: anan.headers.cookie });
    const second = await connect({ cookie: malee.headers.cookie });
    const seen = new Promise<void>((done) => {
      second.on('presence', ({ people }: { people: { name: string; place: string }[] }) => {
        if (people.some(({ name, place }) => name === 'Anan' && place === 'tonight')) done();
      });
    });
    first.emit('whereabouts', { place: 'tonight', editing: null });
    await seen;
    const left = new Promise<void>((done) => {
      second.on('presence', ({ people }: { people: { name: string }[] }) => {
        if (people.every(({ name }) => name !== 'Anan')) done();
      });
    });
    first.disconnect();
    await left;
  });
});

describe('a socket ends', () => {
  const ended = async (staff: TestStaff, change: () => Promise<unknown>): Promise<string> => {
    const socket = await connect({ cookie: staff.headers.cookie });
    const gone = next<string>(socket, 'disconnect');
    await change();
    test.bus.publish('staff:changed', { topic: 'staff', id: staff.staffId });
    return gone;
  };

  it('with its session', async () => {
    const staff = await test.makeStaff('show_caller');
    const reason = await ended(staff, () =>
      test.db
        .updateTable('staff_session')
        .set({ revoked_at: new Date() })
        .where('staff_session_id', '=', staff.sessionId)
        .execute(),
    );
    expect(reason).toBe('io server disconnect');
  });

  it('when the role of its owner changes', async () => {
    const staff = await test.makeStaff('show_caller');
    const reason = await ended(staff, () =>
      test.db
        .updateTable('staff')
        .set({ role: 'viewer' })
        .where('staff_id', '=', staff.staffId)
        .execute(),
    );
    expect(reason).toBe('io server disconnect');
  });
});
