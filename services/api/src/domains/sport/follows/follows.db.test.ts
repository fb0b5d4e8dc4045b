import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSessions } from '../../identity/sessions/sessions.module.ts';
import { operateShow } from '../../live/bout-control/testing/operate-show.ts';
import { makeCard, makeMembers, setResults, type TestCard } from '../predict/testing/make-card.ts';
import { announceResult } from './announce-result.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const RED_WINS = { winner: 'red', method: 'tko', round: 3 } as const;

const clock = () => NOW;
let api: TestApi;
let card: TestCard;
/** Both fighters of the first bout. */
let fighters: { readonly red: string; readonly blue: string };
let gym: string;
let promotion: string;
let fan: { readonly memberId: MemberId; readonly token: string };

beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.close());

async function makeFan(): Promise<typeof fan> {
  const [memberId = '' as MemberId] = await makeMembers(api.db, 1);
  const sessions = createSessions(api.db, api.bus, clock);
  return { memberId, token: (await sessions.start({ memberId, userAgent: '', ip: '' })).token };
}

beforeEach(async () => {
  card = await makeCard(api.db, new Date(NOW.getTime() + HOUR_MS), 2);
  const row = await api.db
    .selectFrom('bout')
    .innerJoin('fighter', 'fighter_id', 'red_fighter_id')
    .innerJoin('program', 'program.program_id', 'bout.program_id')
    .select(['red_fighter_id', 'blue_fighter_id', 'camp_id', 'promotion_id'])
    .where('bout_id', '=', card.boutIds[0] ?? '')
    .executeTakeFirstOrThrow();
  fighters = { red: row.red_fighter_id, blue: row.blue_fighter_id };
  gym = row.camp_id;
  promotion = row.promotion_id;
  fan = await makeFan();
});

const follow = (type: string, id: string, token = fan.token) =>
  api.call('PUT /follow', { token, body: { type, id } });
const unfollow = (type: string, id: string) =>
  api.call('DELETE /follow', { token: fan.token, body: { type, id } });
const listed = async () => (await api.call('GET /follow', { token: fan.token })).body.data;
const nextBouts = async () => (await api.call('GET /follow/next', { token: fan.token })).body.data;
const noticesOf = async (token: string) => (await api.call('GET /notice', { token })).body.data;

describe('following', () => {
  it('is stored once when the same request arrives ten times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => follow('fighter', fighters.red)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await listed()).toEqual([
      {
        type: 'fighter',
        id: fighters.red,
        name: { th: 'นักมวย 0', en: 'นักมวย 0' },
        detail: { th: 'ค่าย', en: 'ค่าย' },
        photo: null,
        followed_at: NOW.toISOString(),
      },
    ]);
  });

  it('lists fighters, gyms and promotions, and forgets one that is unfollowed twice', async () => {
    await follow('fighter', fighters.red);
    await follow('gym', gym);
    await follow('promotion', promotion);
    const types = async () => (await listed()).map(({ type }: { type: string }) => type).sort();
    expect(await types()).toEqual(['fighter', 'gym', 'promotion']);
    expect((await unfollow('gym', gym)).status).toBe(200);
    expect((await unfollow('gym', gym)).status).toBe(200);
    expect(await types()).toEqual(['fighter', 'promotion']);
  });

  it('refuses visitors, invalid bodies and unknown subjects', async () => {
    const body = { type: 'fighter', id: fighters.red };
    for (const [path, sent] of [
      ['GET /follow', undefined],
      ['PUT /follow', body],
      ['DELETE /follow', body],
      ['GET /follow/next', undefined],
    ] as const) {
      const visitor = await api.call(path, sent === undefined ? {} : { body: sent });
      expect([visitor.status, visitor.body.status]).toEqual([401, 'token_missing']);
    }
    for (const bad of [{ type: 'stadium', id: gym }, { type: 'gym', id: 'x' }, { type: 'gym' }]) {
      const refused = await api.call('PUT /follow', { token: fan.token, body: bad });
      expect([refused.status, refused.body.status]).toEqual([400, 'request_invalid']);
    }
    expect((await follow('fighter', randomUUID())).body.status).toBe('follow_not_found');
    expect((await follow('promotion', gym)).body.status).toBe('follow_not_found');
  });

  it('respects the limit in concurrent requests', async () => {
    const { rows } = await sql<{ camp_id: string }>`
      insert into camp (name_th, name_en, province_th, province_en)
      select 'ค่าย', 'Gym ' || number, 'ตรัง', 'Trang' from generate_series(1, ${LIMITS.followsMax - 1}) as number
      returning camp_id`.execute(api.db);
    const ids = rows.map((row) => row.camp_id);
    await sql`
      insert into follow (member_id, camp_id, created_at)
      select ${fan.memberId}::uuid, camp_id, ${NOW}::timestamptz from unnest(${ids}::uuid[]) as camp_id
    `.execute(api.db);
    const answers = await Promise.all([
      follow('fighter', fighters.red),
      follow('fighter', fighters.blue),
      follow('promotion', promotion),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await listed()).toHaveLength(LIMITS.followsMax);
  });
});

describe('the next bouts', () => {
  it('are those of followed fighters, with the followed corner', async () => {
    expect(await nextBouts()).toEqual([]);
    await follow('fighter', fighters.blue);
    const [bout, ...others] = await nextBouts();
    expect(others).toEqual([]);
    expect(bout).toMatchObject({
      match_id: card.boutIds[0],
      program_id: card.programId,
      program_live_id: card.programLiveId,
      status: 'not_started',
      followed: ['blue'],
      blue: { fighter_id: fighters.blue, gym: { en: 'ค่าย' } },
    });
  });

  it('are also those of followed gyms and promotions, until they have a result', async () => {
    await follow('promotion', promotion);
    const ids = async () => (await nextBouts()).map(({ match_id: id }: { match_id: string }) => id);
    expect(await ids()).toEqual(card.boutIds);
    expect((await nextBouts())[0].followed).toEqual([]);
    await follow('gym', gym);
    expect((await nextBouts())[0].followed).toEqual(['red', 'blue']);
    await setResults(api.db, card, [RED_WINS], NOW);
    expect(await ids()).toEqual([card.boutIds[1]]);
  });
});

describe('the result of a followed fighter', () => {
  const decide = async () => {
    await setResults(api.db, card, [RED_WINS], NOW);
    return card.matchLiveIds[0] ?? '';
  };
  const announce = (matchLiveId: string, more: object = {}) =>
    announceResult({ db: api.db, bus: api.bus, clock, followersMax: 3, ...more }, matchLiveId);

  it('is announced by the job that the confirmation of the result adds', async () => {
    await follow('fighter', fighters.red);
    const bout = card.matchLiveIds[0] ?? '';
    for (const act of [{ action: 'start' }, { action: 'result', ...RED_WINS }]) {
      expect((await operateShow(api, { bout, ...act })).body).toMatchObject({ data: {} });
    }
    const jobs = async () =>
      (
        await sql<{ payload: { match_live_id: string } }>`
          select payload from graphile_worker._private_jobs
          join graphile_worker._private_tasks on _private_tasks.id = task_id
          where identifier = 'followed_results' and payload ->> 'match_live_id' = ${bout}`.execute(
          api.db,
        )
      ).rows;
    expect(await jobs()).toEqual([]);
    expect((await operateShow(api, { bout, action: 'confirm', by: 'Anong' })).status).toBe(200);
    expect(await jobs()).toEqual([{ payload: { match_live_id: bout } }]);
    await announce(bout);
    expect(await noticesOf(fan.token)).toHaveLength(1);
  });

  it('reaches each follower once, though the job dies in between and then runs three times at once', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, makeFan));
    for (const { token } of fans) {
      await follow('fighter', fighters.red, token);
      await follow('fighter', fighters.blue, token);
    }
    const bout = await decide();
    let chunks = 0;
    const dying = {
      ...api.bus,
      publish: () => {
        chunks += 1;
        if (chunks === 2) throw new Error('the process was killed');
      },
    };
    await expect(announce(bout, { bus: dying })).rejects.toThrow('killed');
    await Promise.all([announce(bout), announce(bout), announce(bout)]);
    for (const { token } of fans) expect(await noticesOf(token)).toHaveLength(1);
    expect(await noticesOf(fan.token)).toEqual([]);
  });

  it('is left out of the notice while the member hides results, and follows a correction otherwise', async () => {
    await follow('fighter', fighters.red);
    await announce(await decide());
    const aboutOf = async () => (await noticesOf(fan.token))[0].about;
    expect(await aboutOf()).toEqual({
      kind: 'result',
      match_id: card.boutIds[0],
      program_id: card.programId,
      program_live_id: card.programLiveId,
      red: { th: 'นักมวย 0', en: 'นักมวย 0' },
      blue: { th: 'นักมวย 1', en: 'นักมวย 1' },
      result: null,
    });
    await api.db
      .updateTable('member')
      .set({ shows_results: true })
      .where('member_id', '=', fan.memberId)
      .execute();
    expect((await aboutOf()).result).toEqual(RED_WINS);
    await setResults(api.db, card, [{ winner: 'draw', method: 'draw', round: null }], NOW);
    expect((await aboutOf()).result).toEqual({ winner: 'draw', method: 'draw', round: null });
  });

  it('is not announced to a member who was deleted', async () => {
    const made = await api.makeFan();
    fan = { memberId: made.memberId, token: await api.signIn(made) };
    await follow('fighter', fighters.red);
    const { status } = await api.call(`DELETE /auth/member/${fan.memberId}`, {
      token: fan.token,
      body: { expected_coins: 0 },
    });
    expect(status).toBe(200);
    await announce(await decide());
    for (const table of ['follow', 'notice'] as const) {
      const rows = api.db.selectFrom(table).select('member_id');
      expect(await rows.where('member_id', '=', fan.memberId).execute()).toEqual([]);
    }
  });
});
