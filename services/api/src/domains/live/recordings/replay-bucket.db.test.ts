import { randomUUID } from 'node:crypto';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { startTestS3, type TestS3 } from '@sangwian/testkit/s3-server';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { sampleBody, sampleHead } from './testing/sample-object.ts';

const SECRET = 'secret';

let s3: TestS3;
let test: TestApi;
beforeAll(async () => {
  s3 = await startTestS3();
  test = await startTestApi({
    config: { secrets: { internalSecret: SECRET }, objects: s3.settings },
  });
  await test.api.start();
});
afterAll(async () => {
  await test.close();
  await s3.close();
});

const ask = async (path: string, body: object | Buffer) => {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const response = await test.api.internal.inject({
    method: 'POST',
    url: `/internal/media/recordings${path}`,
    headers: { ...internalHeaders(SECRET), 'content-type': type },
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
};

it('stores a recording in the bucket, reads it by byte ranges, and removes it', async () => {
  const { program_live_id: live } = await loadSampleSeason(test.db, { now: new Date() });
  const originId = randomUUID();
  const { recordings } = (await ask('', { origin_id: originId, channel_ids: ['ring-1'] })).body;
  const id = recordings[0].recording_id;
  const body = sampleBody(sampleHead({ originId, segments: 20, bytesPerSegment: 50_000 }));
  s3.denied.add('PUT');
  expect((await ask(`/${id}/objects`, body)).status).toBe(503);
  s3.denied.delete('PUT');
  expect((await ask(`/${id}/objects`, body)).body).toEqual({ last_sequence: 119 });
  const object = `/ringside/site/recordings/${id}/stream/100.m4s`;
  expect(s3.calls).toContain(`PUT ${object}`);

  await sql`update program_live set status = 'ended', ended_at = now()
    where program_live_id = ${live}`.execute(test.db);
  await ask(`/${id}/complete`, { origin_id: originId });
  const fan = await test.makeFan();
  const joined = await test.call('POST /memberWatchStream/joinWatchStream', {
    token: await test.signIn(fan),
    body: { member_id: fan.memberId, watch_token: randomUUID(), program_live_id: live },
  });
  const url = new URL(joined.body.data.playback.hls_url, test.url);
  const segment = await fetch(new URL('s117.m4s', url));
  expect(Buffer.from(await segment.arrayBuffer())).toEqual(Buffer.alloc(50_000, 117));
  s3.denied.add('GET');
  expect((await fetch(new URL('s118.m4s', url))).status).toBe(503);
  s3.denied.delete('GET');

  const { headers } = await test.makeStaff('editor');
  await test.call(`DELETE /operator/recording/${live}`, { headers });
  await expect.poll(() => s3.calls).toContain(`DELETE ${object}`);
  const rows = () => test.db.selectFrom('recording').selectAll().execute();
  await expect.poll(rows).toEqual([]);
});
