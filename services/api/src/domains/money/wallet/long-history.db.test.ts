import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const MOVEMENTS = 2_345;

let api: TestApi;
let memberId: MemberId;
let token: string;
beforeAll(async () => {
  // Responses are streamed, as in production.
  api = await startTestApi({ config: { http: { checkAnswers: false } } });
  const fan = await api.makeFan({ coins: MOVEMENTS });
  memberId = fan.memberId;
  token = await api.signIn(fan);
  const { program_live_id: liveId } = await loadSampleSeason(api.db, { now: new Date() });
  const bout = (await api.call(`GET /live/${liveId}`)).body.data.current_match_live_id;
  const gift = (await api.call('GET /gift')).body.data[0];
  await sql`
    select count(*) from generate_series(1, ${MOVEMENTS / 5}) as n, lateral send_gifts(
      ${bout}::uuid, gen_random_uuid(), ${JSON.stringify({ type: 'bout', id: bout, title_th: 'แดง', title_en: 'Red' })}::jsonb,
      now(), array_fill(${memberId}::uuid, array[5]), array_fill('red'::text, array[5]),
      array_fill(${gift.gift_id}::uuid, array[5]), array_fill(1, array[5]), array_fill(1::bigint, array[5]),
      array(select n || ':' || key from generate_series(1, 5) as key)
    ) where n > 0
  `.execute(api.db);
});
afterAll(() => api.close());

test('exports a long history completely, latest first', async () => {
  const { status, body } = await api.call(
    `GET /auth/member/wallet/history/csv?member_id=${memberId}`,
    { token, headers: { cookie: 'language=EN' } },
  );
  expect(status).toBe(200);
  const lines: string[] = body.data.csv.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(MOVEMENTS + 1);
  const balances = lines.slice(0, -1).map((line) => Number(line.split(',')[5]));
  expect(balances).toEqual(Array.from({ length: MOVEMENTS }, (_, index) => index));
});

test('includes every movement and gift in an export', async () => {
  const { status, body } = await api.call('GET /auth/member/export', { token });
  expect(status).toBe(200);
  expect(body.data.wallet.balance).toBe(0);
  expect(body.data.wallet.movements).toHaveLength(MOVEMENTS + 1);
  expect(body.data.gifts).toHaveLength(MOVEMENTS);
  expect(body.data.gifts[0]).toMatchObject({ corner: 'red', quantity: 1, coins: 1 });
  expect(body.data.profile).toBeTruthy();
  expect(body.data.exported_at).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('includes every chat line and watch session once in an export, latest line first', async () => {
  const { rows: streams } = await sql<{ live: string; stream: string }>`
    select program_live_id as live, match_live_stream_id as stream from match_live_stream limit 1
  `.execute(api.db);
  const { live, stream } = streams[0] ?? {};
  await sql`insert into chat_room (program_live_id) values (${live}::uuid) on conflict do nothing`.execute(
    api.db,
  );
  // Hundreds of rows share a timestamp, so pages end between rows with equal timestamps.
  await sql`
    insert into chat_message (program_live_id, seq, chat_message_id, member_id, member_name, text, sent_at)
    select ${live}::uuid, 100000 + n, gen_random_uuid(), ${memberId}::uuid, 'fan', 'line ' || n,
      timestamptz '2026-01-01' + n / 700 * interval '1 second'
    from generate_series(1, ${MOVEMENTS}) as n
  `.execute(api.db);
  await sql`
    insert into ended_watch_session (watch_session_id, member_id, member_session_id, watch_token, program_live_id,
      match_live_stream_id, started_at, last_seen_at, ended_at, end_reason)
    select uuidv7(), member_id, member_session_id, gen_random_uuid(), ${live}::uuid,
      ${stream}::uuid, now(), now(), now(), 'left'
    from member_session, generate_series(1, ${MOVEMENTS}) where member_id = ${memberId}
  `.execute(api.db);
  const { status, body } = await api.call('GET /auth/member/export', { token });
  expect(status).toBe(200);
  const texts = body.data.chat_messages.map((line: { text: string }) => line.text);
  expect(texts).toEqual(
    Array.from({ length: MOVEMENTS }, (_, index) => `line ${MOVEMENTS - index}`),
  );
  expect(body.data.watch_sessions).toHaveLength(MOVEMENTS);
  expect(Object.keys(body.data.watch_sessions[0]).sort()).toEqual([
    'end_reason',
    'ended_at',
    'last_seen_at',
    'match_live_stream_id',
    'program_live_id',
    'started_at',
  ]);
  for (const list of ['unlocked_lives', 'orders', 'payment_attempts', 'payment_messages']) {
    expect(body.data[list]).toEqual([]);
  }
  expect(body.data.sessions).toHaveLength(1);
});
