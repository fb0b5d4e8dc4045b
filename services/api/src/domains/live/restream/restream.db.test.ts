import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestApi, type TestStaff } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const CHANNEL = 'sent-on';
const KEY = 'a-key-nobody-sees?part=1';
const LIST = `GET /operator/channel/${CHANNEL}/restream`;
const ADD = `POST /operator/channel/${CHANNEL}/restream`;
const BODY = { name: 'Partner', url: 'rtmp://127.0.0.1:2935/live', stream_key: KEY };
const PROCESS = randomUUID();
let test: TestApi;
let owner: TestStaff;

beforeAll(async () => {
  test = await startTestApi({ config: { secrets: { internalSecret: 'secret' } } });
  owner = await test.makeStaff('owner', 'Malee');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['restream_target', 'channel_lease', 'stream_key', 'channel'] as const)
    await test.db.deleteFrom(table).execute();
  await test.db.insertInto('channel').values({ channel_id: CHANNEL, publishing: true }).execute();
});

const call = (what: string, body?: object, who = owner) =>
  test.call(what, { headers: who.headers, ...(body === undefined ? {} : { body }) });

/** Adds a target and switches it on. */
async function addTarget(): Promise<string> {
  const { body } = await call(ADD, BODY);
  const id: string = body.data.targets.at(-1).restream_target_id;
  await call(`PUT /operator/channel/${CHANNEL}/restream/${id}`, { is_enabled: true });
  return id;
}

/** Gives the channel to a media process. */
async function lease(processId: string): Promise<void> {
  await test.db.deleteFrom('channel_lease').execute();
  const claim = { origin_id: randomUUID(), process_id: processId, origin_url: '', standby: false };
  const { statusCode } = await test.api.internal.inject({
    ...{ method: 'POST', url: '/internal/media/auth', headers: internalHeaders('secret') },
    payload: { action: 'publish', path: '', token: await makeStreamKey(), claim },
  });
  expect(statusCode).toBe(200);
}

async function makeStreamKey(): Promise<string> {
  const { body } = await call(`POST /operator/channel/${CHANNEL}/key`, { rotate: false });
  return body.data.stream_key;
}

/** Reports like a media process. @returns the targets that it has to send to */
async function report(processId: string, states: object[] = []) {
  const response = await test.api.internal.inject({
    ...{ method: 'POST', url: '/internal/media/restream', headers: internalHeaders('secret') },
    payload: { process_id: processId, channel_ids: [CHANNEL], states },
  });
  return { status: response.statusCode, targets: response.json().targets };
}

it('adds a target, switched off, whose key no answer, audit row or column shows', async () => {
  const added = await call(ADD, BODY);
  expect(added.body.data).toMatchObject({
    is_available: null,
    targets: [{ name: 'Partner', url: BODY.url, is_enabled: false, state: 'off' }],
  });
  const [row] = await test.db.selectFrom('restream_target').selectAll().execute();
  expect(row?.sealed_key.includes(KEY)).toBe(false);
  const audit = await test.db.selectFrom('audit_entry').selectAll().execute();
  const outcomes = await test.db.selectFrom('audit_outcome').selectAll().execute();
  expect(JSON.stringify([audit, outcomes])).toContain('restream_target');
  for (const shown of [added.text, (await call(LIST)).text, JSON.stringify([audit, outcomes])])
    expect(shown).not.toContain('a-key-nobody-sees');
});

it('gives targets that are on, with their keys, only to the media process that holds the channel', async () => {
  const id = await addTarget();
  await lease(PROCESS);
  expect((await report(PROCESS)).targets).toEqual([
    { target_id: id, channel_id: CHANNEL, url: BODY.url, stream_key: KEY },
  ]);
  expect((await report(randomUUID())).targets).toEqual([]);
  await call(`PUT /operator/channel/${CHANNEL}/restream/${id}`, { is_enabled: false });
  expect((await report(PROCESS)).targets).toEqual([]);
});

it('shows what the media process reports, until the target is switched off', async () => {
  const id = await addTarget();
  await lease(PROCESS);
  const [waiting] = (await call(LIST)).body.data.targets;
  expect(waiting).toMatchObject({ state: 'waiting', since: null });
  const state = {
    target_id: id,
    state: 'retrying',
    for_ms: 500,
    failure: 'refused',
    bitrate_bps: 0,
  };
  await report(randomUUID(), [state]);
  expect((await call(LIST)).body.data.targets[0].state).toBe('waiting');
  await report(PROCESS, [state]);
  expect((await call(LIST)).body.data.targets[0]).toMatchObject({
    ...{ state: 'retrying', failure: 'refused', since: expect.any(String) },
  });
  await report(PROCESS, [{ ...state, state: 'sending', failure: null, bitrate_bps: 4_000_000 }]);
  expect((await call(LIST)).body.data.targets[0]).toMatchObject({
    ...{ state: 'sending', failure: null, bitrate_bps: 4_000_000 },
  });
  const off = await call(`PUT /operator/channel/${CHANNEL}/restream/${id}`, { is_enabled: false });
  expect(off.body.data.targets[0]).toMatchObject({ state: 'off', since: null, bitrate_bps: 0 });
});

it('says that a key cannot be read, and does not send it', async () => {
  await addTarget();
  await lease(PROCESS);
  await test.db
    .updateTable('restream_target')
    .set({ sealed_key: Buffer.alloc(40, 1) })
    .execute();
  expect((await report(PROCESS)).targets).toEqual([]);
  expect((await call(LIST)).body.data.targets[0].failure).toBe('key_unreadable');
});

it.each([
  'rtmp://localhost/live',
  'rtmp://10.0.0.1/live',
  'rtmps://[::1]/live',
  'rtmp://[::ffff:127.0.0.1]/live',
  'rtmp://169.254.169.254/live',
  'rtmp://nowhere.invalid/live',
])('refuses the server %s', async (url) => {
  expect((await call(ADD, { ...BODY, url })).body.status).toBe('restream_address_refused');
});

it('removes a target, and keeps each change in the audit', async () => {
  const id = await addTarget();
  const address = `/operator/channel/${CHANNEL}/restream/${id}`;
  const removed = await call(`DELETE ${address}`);
  expect(removed.body.data.targets).toEqual([]);
  const again = [
    await call(`DELETE ${address}`),
    await call(`PUT ${address}`, { is_enabled: true }),
  ];
  expect(again.map(({ body }) => body.status)).toEqual(Array(2).fill('restream_target_not_found'));
  const entries = await test.db
    .selectFrom('audit_entry')
    .innerJoin('audit_outcome', 'audit_outcome.audit_entry_id', 'audit_entry.audit_entry_id')
    .select(['operation', 'after'])
    .where('subject_id', '=', id)
    .orderBy('audit_entry.audit_entry_id')
    .execute();
  expect(entries.slice(0, 3).map(({ operation }) => operation.split(' ')[0])).toEqual([
    ...['POST', 'PUT', 'DELETE'],
  ]);
  expect(entries[1]?.after).toEqual({ channel_id: CHANNEL, name: 'Partner', is_enabled: true });
});

it('keeps five targets of a channel at most, also when several are added at once', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => call(ADD, BODY)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ body }) => body.status)).toEqual(Array(2).fill('restream_targets_full'));
});

it('refuses unknown channels, bad bodies, visitors and staff without the stream keys', async () => {
  for (const what of ['GET', 'POST']) {
    const body = what === 'POST' ? BODY : undefined;
    const answer = await call(`${what} /operator/channel/nowhere/restream`, body);
    expect(answer.body.status).toBe('channel_not_found');
  }
  const bad: object[] = [
    { url: 'https://example.com/live' },
    { url: 'rtmp://example.com:25/live' },
    { stream_key: '' },
    { stream_key: 'two\nlines' },
    { name: ' ' },
    { other: 1 },
  ];
  for (const changed of bad) expect((await call(ADD, { ...BODY, ...changed })).status).toBe(400);
  const change = `/operator/channel/${CHANNEL}/restream/${randomUUID()}`;
  expect((await call(`PUT ${change}`, { is_enabled: 1 })).status).toBe(400);
  expect((await call(`PUT /operator/channel/${CHANNEL}/restream/1`, {})).status).toBe(400);
  const viewer = await test.makeStaff('viewer', 'Noi');
  const calls: [string, object?][] = [
    [LIST],
    [ADD, BODY],
    [`PUT ${change}`, { is_enabled: true }],
    [`DELETE ${change}`],
  ];
  for (const [what, body] of calls) {
    expect((await test.call(what, body === undefined ? {} : { body })).status).toBe(401);
    expect((await call(what, body, viewer)).status).toBe(403);
  }
  expect((await report('no-id')).status).toBe(400);
});
