import { randomUUID } from 'node:crypto';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import {
  startTestApi,
  type TestApi,
  type TestFan,
  type TestStaff,
} from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { settleGifts } from '../../live/gifts/testing/settle-gifts.ts';
import { createWallet } from '../../money/wallet/wallet.module.ts';

const DAY_MS = 24 * 3_600_000;
const GIVEN = 10;
const BLUE = { winner: 'blue', method: 'decision' } as const;

let now = new Date();
let api: TestApi;
let owner: TestStaff;
let caller: TestStaff;
let cashier: TestStaff;
let garland: string;
/** A live whose bouts are used one after the other. */
let live: ProgramLiveId;
let boutsUsed = 0;
beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  await loadSampleSeason(api.db, { now });
  owner = await api.makeStaff('owner', 'Anong');
  caller = await api.makeStaff('show_caller', 'Wichai');
  cashier = await api.makeStaff('cashier', 'Malee');
  garland = (await api.call('GET /gift')).body.data[0].gift_id;
  const coming = await api.call('GET /live?status=not_started');
  const free = coming.body.data.find((one: { access: string }) => one.access === 'free');
  live = free.program_live_id;
  await post(owner, `show/lives/${live}/start`, act((await read()).live?.version ?? -1));
});
afterAll(() => api.close());

const post = async (who: TestStaff, path: string, body?: object) =>
  (await api.call(`POST /operator/${path}`, { headers: who.headers, body: body ?? {} })).body;
const read = async (): Promise<Show> =>
  (await api.call(`GET /operator/show?program_live_id=${live}`, { headers: owner.headers })).body
    .data;
const act = (version: number) => ({ act_id: randomUUID(), version });

/** Runs the next bout, which red wins by decision, with one gift to red. */
async function confirmedBout(): Promise<{ id: MatchLiveId; fan: TestFan }> {
  const { bouts } = await read();
  const id = bouts[boutsUsed]?.match_live_id as MatchLiveId;
  boutsUsed += 1;
  const step = async (who: TestStaff, name: string, body: object = {}) => {
    const { version } = await boutOf(id);
    const answer = await post(who, `show/bouts/${id}/${name}`, { ...act(version), ...body });
    expect(answer.data, answer.status).toBeDefined();
  };
  await step(owner, 'direct', { action: 'start' });
  const fan = await api.makeFan({ coins: GIVEN });
  const gift = { match_live_id: id, corner: 'red', gift_id: garland, quantity: GIVEN };
  const token = await api.signIn(fan);
  const sent = await api.call('POST /gift/send', {
    token,
    body: { ...gift, expected_coins: GIVEN },
  });
  expect(sent.status).toBe(200);
  await step(owner, 'direct', { action: 'end' });
  await step(caller, 'result', { winner: 'red', method: 'decision' });
  await step(cashier, 'confirm');
  await settleGifts(api);
  return { id, fan };
}

async function boutOf(id: MatchLiveId): Promise<ShowBout> {
  const bout = (await read()).bouts.find(({ match_live_id }) => match_live_id === id);
  if (bout === undefined) throw new Error('the bout is missing');
  return bout;
}

const balance = ({ memberId }: TestFan) => createWallet(api.db).readBalance(memberId);
const faults = () => createWallet(api.db).findFaults();
type Bout = Awaited<ReturnType<typeof confirmedBout>>;
const ask = async (who: TestStaff, { id }: Bout, change: object = {}) =>
  post(who, `show/bouts/${id}/corrections`, {
    result_correction_id: randomUUID(),
    version: (await boutOf(id)).version,
    ...BLUE,
    expected_coins: GIVEN,
    reason: 'the judges counted again',
    ...change,
  });
const request = async (bout: Bout): Promise<string> => {
  const answer = await ask(caller, bout);
  expect(answer.data?.state, answer.status).toBe('open');
  return answer.data.result_correction_id;
};
const approve = (who: TestStaff, id: string) => post(who, `show/corrections/${id}/approve`);
const refuse = (who: TestStaff, id: string) =>
  post(who, `show/corrections/${id}/refuse`, { reason: 'the sheet says red' });
/** Reads the open requests of a bout. */
const open = async (who: TestStaff, { id }: Bout) => {
  const { body } = await api.call('GET /operator/show/corrections', { headers: who.headers });
  return body.data.filter((one: { match_live_id: string }) => one.match_live_id === id);
};
const stateOf = ({ status, data }: { status?: string; data?: { state: string } }) =>
  data?.state ?? status;

test('the correction that a show caller requests and a second person approves happens once, and the audit names both', async () => {
  const bout = await confirmedBout();
  const correctionId = await request(bout);
  expect((await boutOf(bout.id)).result).toMatchObject({ winner: 'red' });
  expect(await open(caller, bout)).toMatchObject([{ own: true, state: 'open' }]);
  expect(await open(cashier, bout)).toMatchObject([
    {
      result_correction_id: correctionId,
      ...{
        own: false,
        by: 'Wichai',
        reason: 'the judges counted again',
        order: expect.any(Number),
      },
      before: { winner: 'red', method: 'decision', round: null },
      after: { winner: 'blue', method: 'decision', round: null },
      effect: { coins: GIVEN, members: 1, game: { sheets: expect.any(Number) } },
    },
  ]);
  expect((await approve(caller, correctionId)).status).toBe('second_person_needed');
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => approve(cashier, correctionId)),
    approve(owner, correctionId),
  ]);
  const done = answers.filter((answer) => stateOf(answer) === 'done');
  const decided = answers.filter((answer) => stateOf(answer) === 'correction_decided');
  expect(done.length + decided.length).toBe(5);
  expect([1, 4]).toContain(done.length);
  await settleGifts(api);
  expect(await balance(bout.fan)).toBe(GIVEN);
  expect(await faults()).toEqual([]);
  const { acts } = await read();
  expect(
    acts.filter((one) => one.action === 'correct' && one.match_live_id === bout.id),
  ).toHaveLength(1);
  expect((await boutOf(bout.id)).result).toMatchObject({ winner: 'blue' });
  expect(await open(cashier, bout)).toEqual([]);
  const entries = await api.call(`GET /operator/audit?subject_id=${bout.id}`, owner);
  const ofRequest = entries.body.data.find(({ operation }: { operation: string }) =>
    operation.endsWith('/corrections'),
  );
  expect(ofRequest).toMatchObject({
    ...{ actor: 'Wichai', reason: 'the judges counted again' },
    after: { winner: 'blue', request: 'open', refunded_coins: GIVEN },
  });
  const ofApproval = entries.body.data.find(
    ({ operation, result }: { operation: string; result: string }) =>
      operation.endsWith('/approve') && result === 'done',
  );
  expect(ofApproval).toMatchObject({
    before: { winner: 'red', request: expect.any(String) },
    after: { winner: 'blue', request: 'done', asked_by: 'Wichai' },
  });
});

test('the first decision on a request counts: a refusal, a withdrawal or an approval', async () => {
  const bout = await confirmedBout();
  const refused = await request(bout);
  expect(await ask(owner, bout)).toMatchObject({
    status: 'correction_open',
    details: [{ path: 'by', message: 'Wichai' }],
  });
  expect((await refuse(cashier, refused)).data).toMatchObject({
    state: 'refused',
    decided_by: 'Malee',
  });
  expect((await approve(owner, refused)).status).toBe('correction_decided');
  expect((await refuse(caller, await request(bout))).data.state).toBe('withdrawn');
  const raced = await request(bout);
  const answers = await Promise.all([
    approve(owner, raced),
    approve(cashier, raced),
    refuse(caller, raced),
  ]);
  expect(answers.map(stateOf).sort().slice(0, 2)).toEqual([
    'correction_decided',
    'correction_decided',
  ]);
  const isDone = answers.some((answer) => stateOf(answer) === 'done');
  await settleGifts(api);
  expect(await balance(bout.fan)).toBe(isDone ? GIVEN : 0);
  expect(await faults()).toEqual([]);
  expect((await approve(owner, randomUUID())).status).toBe('correction_not_found');
});

test('a request that has expired or whose bout has changed moves no coins and can be replaced by a new request', async () => {
  const bout = await confirmedBout();
  const expired = await request(bout);
  now = new Date(now.getTime() + DAY_MS + 1);
  owner = await api.makeStaff('owner', 'Anong');
  caller = await api.makeStaff('show_caller', 'Wichai');
  cashier = await api.makeStaff('cashier', 'Malee');
  expect((await approve(owner, expired)).status).toBe('correction_expired');
  expect(await open(owner, bout)).toEqual([]);
  const stale = await request(bout);
  const { version } = await boutOf(bout.id);
  await post(owner, `show/bouts/${bout.id}/gifts`, { ...act(version), on: false });
  expect(await open(cashier, bout)).toMatchObject([
    { result_correction_id: stale, state: 'stale' },
  ]);
  expect(await approve(cashier, stale)).toMatchObject({
    status: 'edit_stale',
    details: [{ path: 'gifts', message: 'Anong' }],
  });
  const fresh = await request(bout);
  expect((await approve(cashier, stale)).status).toBe('correction_decided');
  expect((await boutOf(bout.id)).result).toMatchObject({ winner: 'red' });
  expect((await approve(cashier, fresh)).data.state).toBe('done');
});

test('a request is validated before it is stored, and its id is idempotent', async () => {
  const bout = await confirmedBout();
  expect((await ask(caller, bout, { expected_coins: GIVEN + 1 })).status).toBe('request_invalid');
  expect((await ask(caller, bout, { method: 'tko' })).status).toBe('request_invalid');
  expect((await ask(caller, bout, { version: 0 })).status).toBe('edit_stale');
  expect((await ask(cashier, bout)).status).toBe('staff_permission_missing');
  const once = { result_correction_id: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(caller, bout, once)));
  expect(new Set(answers.map(stateOf))).toEqual(new Set(['open']));
  expect((await ask(caller, bout, { ...once, winner: 'draw', method: 'draw' })).status).toBe(
    'idempotency_conflict',
  );
});

test('the database refuses a correction that is approved by its author', async () => {
  const correctionId = await request(await confirmedBout());
  const update = sql`
    update result_correction set state = 'done', decided_by = created_by,
      decided_by_staff_id = created_by_staff_id, decided_at = created_at
    where result_correction_id = ${correctionId}
  `.execute(api.db);
  await expect(update).rejects.toThrow('result_correction_two_persons_check');
});

test('an approval whose connection is cut is committed completely or not at all, and can be repeated', async () => {
  const bout = await confirmedBout();
  const correctionId = await request(bout);
  // Another transaction locks the request, so the approval waits in the middle of its own transaction.
  const hold = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const lock = api.db.transaction().execute(async (trx) => {
    await sql`select from result_correction where result_correction_id = ${correctionId} for update`.execute(
      trx,
    );
    held.resolve();
    await hold.promise;
  });
  await held.promise;
  const dying = approve(cashier, correctionId);
  const findWaiting = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
        where wait_event_type = 'Lock' and query ilike '%result_correction%' and pid <> pg_backend_pid()`.execute(
        api.db,
      )
    ).rows;
  await expect.poll(async () => (await findWaiting()).length).toBe(1);
  const [{ pid } = { pid: 0 }] = await findWaiting();
  await sql`select pg_terminate_backend(${pid})`.execute(api.db);
  expect((await dying).data).toBeUndefined();
  hold.resolve();
  await lock;
  expect((await boutOf(bout.id)).result).toMatchObject({ winner: 'red' });
  expect(await open(cashier, bout)).toMatchObject([
    { result_correction_id: correctionId, state: 'open' },
  ]);
  expect((await approve(cashier, correctionId)).data.state).toBe('done');
  await settleGifts(api);
  expect(await balance(bout.fan)).toBe(GIVEN);
  expect(await faults()).toEqual([]);
});
