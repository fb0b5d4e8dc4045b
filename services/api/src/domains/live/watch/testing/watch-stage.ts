import { openGrant } from '@sangwian/node-kit/playback-grant';
import { startTestApi, type TestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { loadSampleSeason } from '../../../../sample-season/load.ts';
import { createLiveReader } from '../../lives/lives.module.ts';
import type { WatchDeps } from '../join-watch-stream.ts';

const START = new Date('2026-11-21T12:00:00Z');
export const UNKNOWN = '0199a000-0000-7000-8000-00000000dead';
const GRANT_SECRET = 'the grant secret of a test';
export const JOIN = 'POST /memberWatchStream/joinWatchStream';
const LEAVE = 'PUT /memberWatchStream/leaveWatchStream';

export let now = START;
export let test: TestApi;
export let tonight: string;
export let fan: TestFan;
export let token: string;
export let ejected: string[];
export let revoked: string[];

export function advanceTime(ms: number): void {
  now = new Date(now.getTime() + ms);
}

/** Clears the recorded ejections and revocations. */
export function clearEvents(): void {
  ejected = [];
  revoked = [];
}

/** Starts an API with tonight's live. Each test has a new fan and runs one hour later than the previous test. */
export function prepareWatching(): void {
  beforeAll(async () => {
    test = await startTestApi({ clock: () => now });
    tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
    test.bus.subscribe('watch:ejected', ({ oldWatchToken }) => ejected.push(oldWatchToken));
    test.bus.subscribe('watch:revoked', ({ watchSessionIds }) => revoked.push(...watchSessionIds));
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    now = new Date(now.getTime() + 3_600_000);
    fan = await test.makeFan();
    token = await test.signIn(fan);
    ejected = [];
    revoked = [];
  });
}

export const join = (
  watchToken: string,
  more: object = {},
  bearer = token,
  memberId: string = fan.memberId,
) =>
  test.call(JOIN, {
    token: bearer,
    body: { member_id: memberId, watch_token: watchToken, ...more },
  });
export const leave = (watchToken: string) =>
  test.call(LEAVE, { token, body: { member_id: fan.memberId, watch_token: watchToken } });
export const active = () =>
  test.db.selectFrom('watch_session').selectAll().where('member_id', '=', fan.memberId).execute();
export const endedSessions = () =>
  test.db
    .selectFrom('ended_watch_session')
    .selectAll()
    .where('member_id', '=', fan.memberId)
    .execute();
export const liveOf = async (query: string, access?: string) =>
  (await test.call(`GET /live?${query}`)).body.data.find(
    (live: { access: string }) => access === undefined || live.access === access,
  );
export const grantOf = (body: { data: { playback: { hls_url: string } } }) =>
  openGrant(body.data.playback.hls_url.split('/')[3] ?? '', GRANT_SECRET, now.getTime() / 1000);
export const deps = (): WatchDeps => ({
  db: test.db,
  bus: test.bus,
  live: createLiveReader(test.db),
  replays: { findReplay: async () => null, findRecording: async () => null },
  clock: () => now,
  grantSecret: GRANT_SECRET,
  mediaPublicUrl: '',
});

/** Inserts members who watch the fan's stream. @returns their watch sessions */
export async function watchAsCrowd(viewers: number): Promise<string[]> {
  await join(crypto.randomUUID());
  const { rows } = await sql<{ watch_session_id: string }>`
    with crowd as (
      insert into member (first_name, last_name) select 'แฟน', 'มวย' from generate_series(1, ${viewers})
      returning member_id
    )
    insert into watch_session (member_id, member_session_id, watch_token, program_live_id, match_live_stream_id,
        started_at, last_seen_at, expires_at)
      select crowd.member_id, member_session_id, gen_random_uuid(), program_live_id, match_live_stream_id,
        started_at, last_seen_at, expires_at
      from crowd, watch_session as own where own.member_id = ${fan.memberId}
    returning watch_session_id
  `.execute(test.db);
  await leave((await active())[0]?.watch_token ?? '');
  return rows.map((row) => row.watch_session_id);
}
