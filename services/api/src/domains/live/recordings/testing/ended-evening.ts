import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestApi, type TestFan } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { loadSampleSeason } from '../../../../sample-season/load.ts';
import { sampleBody, sampleHead } from './sample-object.ts';

const SECRET = 'secret';
const BEGIN = new Date('2026-11-21T12:00:00Z');

/** Starts an API with tonight's live and a signed-in fan. Returns functions that begin, record and end the live. */
export async function startEvening() {
  let now = BEGIN;
  const test = await startTestApi({
    clock: () => now,
    config: { secrets: { internalSecret: SECRET }, recordings: { days: 7 } },
  });
  const tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
  await test.api.start();
  const { body } = await test.call(`GET /live/${tonight}?show_results=1`);
  const bouts: string[] = body.data.matches.map(
    (one: { match_live_id: string }) => one.match_live_id,
  );
  const fan = await test.makeFan();
  const token = await test.signIn(fan);
  const originId = randomUUID();
  const at = (seconds: number) => new Date(BEGIN.getTime() + seconds * 1_000);
  const ask = async (path: string, payload: object | Buffer) => {
    const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json';
    const response = await test.api.internal.inject({
      method: 'POST',
      url: `/internal/media/recordings${path}`,
      headers: { 'content-type': type, ...internalHeaders(SECRET) },
      payload,
    });
    return response.json();
  };
  let recordingId = '';
  /** Stores thirty seconds of the recording, from `seconds` after the start of the live. */
  const store = (seconds: number): Promise<unknown> => {
    const half = { segments: 15, startsAt: at(seconds), firstSequence: 100 + seconds / 2 };
    return ask(`/${recordingId}/objects`, sampleBody(sampleHead({ originId, ...half })));
  };
  /** Begins the live with an empty recording. */
  const begin = async (): Promise<void> => {
    now = BEGIN;
    await sql`delete from recording`.execute(test.db);
    await sql`delete from show_action`.execute(test.db);
    await sql`
      update program_live set status = 'in_progress', access = 'free', price_coins = null,
        ended_at = null, cancelled_at = null, replay_days = null, replay_price_coins = null
      where program_live_id = ${tonight}
    `.execute(test.db);
    const { recordings } = await ask('', { origin_id: originId, channel_ids: ['ring-1'] });
    recordingId = recordings[0].recording_id;
  };
  const end = async (seconds: number): Promise<void> => {
    now = at(seconds);
    await sql`update program_live set status = 'ended', ended_at = ${now}
      where program_live_id = ${tonight}`.execute(test.db);
  };
  const complete = () => ask(`/${recordingId}/complete`, { origin_id: originId });
  return {
    ...{ test, tonight, bouts, fan, token, at, begin, store, end, complete },
    setNow: (seconds: number): void => {
      now = at(seconds);
    },
    /** Records one minute of the live, ends the live, and completes the recording. */
    record: async (): Promise<void> => {
      await begin();
      for (const seconds of [0, 30]) await store(seconds);
      await end(60);
      await complete();
    },
    /** Logs an operator's action on a bout. */
    act: (seconds: number, matchLiveId: string, action: string, details: object = {}) =>
      sql`insert into show_action (program_live_id, match_live_id, action, details, created_by,
          reason, created_at) values (${tonight}, ${matchLiveId}, ${action},
          ${JSON.stringify(details)}, 'x', '', ${at(seconds)})`.execute(test.db),
    join: (by = token, of: TestFan = fan, fields: object = {}) =>
      test.call('POST /memberWatchStream/joinWatchStream', {
        token: by,
        body: {
          ...{ member_id: of.memberId, watch_token: randomUUID(), program_live_id: tonight },
          ...fields,
        },
      }),
    replay: (query = '') => test.call(`GET /live/${tonight}/replay${query}`),
  };
}
