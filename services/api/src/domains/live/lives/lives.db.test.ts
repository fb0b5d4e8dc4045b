import { Live, LiveSummary } from '@sangwian/contract/endpoints/live';
import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { createLiveModule } from './lives.module.ts';

const now = new Date('2026-11-21T12:00:00Z');
const UNKNOWN = '0199a000-0000-7000-8000-00000000dead';
let test: TestApi;
let tonight: string;

beforeAll(async () => {
  test = await startTestApi({ clock: () => now });
  tonight = (await loadSampleSeason(test.db, { now })).program_live_id;
});
afterAll(() => test.close());

const rank = { in_progress: 0, not_started: 1, ended: 2 };

/** Reads all pages. */
async function readAll(query: string): Promise<LiveSummary[]> {
  const lives: LiveSummary[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body } = await test.call(
      `GET /live?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    lives.push(...body.data.map((live: unknown) => LiveSummary.parse(live)));
    cursor = body.next_cursor;
  }
  return lives;
}

describe('GET /live', () => {
  it('lists lives in progress, then upcoming lives, soonest first, then ended lives, latest first', async () => {
    const lives = await readAll('limit=100');
    expect(lives[0]?.program_live_id).toBe(tonight);
    const keys = lives.map((live) => [
      rank[live.status],
      live.status === 'ended' ? -Date.parse(live.ended_at!) : Date.parse(live.starts_at),
    ]);
    expect(keys).toEqual([...keys].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!));
    expect(new Set(lives.map((live) => live.status)).size).toBe(3);
  });

  it.each([1, 2, 3, 5, 7])('returns the same list in pages of %i', async (limit) => {
    const whole = await readAll('limit=100');
    expect(await readAll(`limit=${limit}`)).toEqual(whole);
    for (const status of ['in_progress', 'not_started', 'ended'] as const) {
      expect(await readAll(`limit=${limit}&status=${status}`)).toEqual(
        whole.filter((live) => live.status === status),
      );
    }
  });

  it('lists only external lives for partners', async () => {
    const external = await readAll('external=1');
    expect(external.length).toBeGreaterThan(5);
    expect(external.some((live) => live.access === 'premium')).toBe(false);
  });

  it('has a headline for each live: the bout in progress, or else the main event', async () => {
    for (const live of await readAll('limit=100')) {
      expect(live.headline?.main_event).toBe(true);
      expect(live.poster).toBe(`/art/poster/${live.program_live_id}.svg`);
      expect(live.price_coins === null).toBe(live.access === 'free');
    }
  });

  it.each(['cursor=x', 'cursor=WzFd', 'limit=0', 'limit=101', 'status=soon', 'external=yes'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await test.call(`GET /live?${query}`);
      expect([status, body.status]).toEqual([400, 'request_invalid']);
    },
  );

  it('requires the app key', async () => {
    const { status, body } = await test.call('GET /live', { headers: { 'x-app-key': 'wrong' } });
    expect([status, body.status]).toEqual([401, 'app_key_invalid']);
  });
});

describe('GET /live/{program_live_id}', () => {
  it('returns the whole card in order, the current bout and the streams', async () => {
    const { body } = await test.call(`GET /live/${tonight}`);
    const live = Live.parse(body.data);
    expect(live.matches.map((match) => match.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const current = live.matches.find((match) => match.status === 'in_progress');
    expect(live.current_match_live_id).toBe(current?.match_live_id);
    expect(live.headline).toEqual(current);
    expect(live.streams).toMatchObject([
      { kind: 'hls', channel_id: 'ring-1', match_live_stream_id: expect.any(String) },
      { kind: 'webrtc', channel_id: 'ring-1', match_live_stream_id: expect.any(String) },
    ]);
    expect(current).toMatchObject({ match_id: expect.any(String) });
    expect(live.matches.filter((match) => match.result !== null)).toHaveLength(6);
  });

  it('returns records that are sums of the bouts', async () => {
    const { body } = await test.call(`GET /live/${tonight}`);
    const bouts = await test.db
      .selectFrom('bout')
      .selectAll()
      .where('winner', 'is not', null)
      .execute();
    for (const match of Live.parse(body.data).matches) {
      for (const fighter of [match.red, match.blue]) {
        const own = bouts.flatMap((bout) =>
          bout.red_fighter_id === fighter.fighter_id
            ? [{ ...bout, corner: 'red' }]
            : bout.blue_fighter_id === fighter.fighter_id
              ? [{ ...bout, corner: 'blue' }]
              : [],
        );
        expect(fighter).toMatchObject({
          wins: own.filter((bout) => bout.winner === bout.corner).length,
          draws: own.filter((bout) => bout.winner === 'draw').length,
          losses: own.filter(
            (bout) => bout.winner !== bout.corner && ['red', 'blue'].includes(bout.winner!),
          ).length,
        });
      }
    }
  });

  it('returns live_not_found for an unknown live, and request_invalid for an invalid id', async () => {
    expect((await test.call(`GET /live/${UNKNOWN}`)).body.status).toBe('live_not_found');
    expect((await test.call('GET /live/1')).body.status).toBe('request_invalid');
    expect((await test.call(`GET /live/${UNKNOWN}/chat`)).body.status).toBe('live_not_found');
  });
});

describe('GET /live/{program_live_id}/mine', () => {
  it('reports a free live as unlocked for everybody, and a premium live for members who unlocked it', async () => {
    const token = await test.signIn(await test.makeFan());
    const premium = (await readAll('status=not_started')).find(
      (live) => live.access === 'premium',
    )!;
    const mine = async (id: string, bearer = token) =>
      (await test.call(`GET /live/${id}/mine`, { token: bearer })).body;
    expect((await mine(tonight)).data).toEqual({ unlocked: true, via: 'free' });
    expect((await mine(premium.program_live_id)).data).toEqual({ unlocked: false, via: null });
    const fan = await test.makeFan();
    await test.db
      .insertInto('live_unlock')
      .values({
        program_live_id: premium.program_live_id,
        member_id: fan.memberId,
        via: 'coins',
        paid_coins: 99,
      })
      .execute();
    expect((await mine(premium.program_live_id, await test.signIn(fan))).data).toEqual({
      unlocked: true,
      via: 'coins',
    });
    expect((await mine(UNKNOWN)).status).toBe('live_not_found');
    expect((await test.call(`GET /live/${tonight}/mine`)).body.status).toBe('token_missing');
  });

  it('refuses the public chat history of a premium live', async () => {
    const premium = (await readAll('status=not_started')).find(
      (live) => live.access === 'premium',
    )!;
    const { status, body } = await test.call(`GET /live/${premium.program_live_id}/chat`);
    expect([status, body.status]).toEqual([403, 'live_locked']);
  });
});

it('shows the latest ended bout as the headline until the next bell, in the list and in the live', async () => {
  const before = Live.parse((await test.call(`GET /live/${tonight}`)).body.data);
  const current = before.current_match_live_id!;
  await test.db
    .updateTable('match_live')
    .set({ status: 'ended', ended_at: now, round_number: null, round_started_at: null })
    .where('match_live_id', '=', current)
    .execute();
  const next = before.matches.find((match) => match.status === 'not_started')!;
  await test.db
    .updateTable('match_live')
    .set({ status: 'ended', ended_at: new Date(now.getTime() + 60_000) })
    .where('match_live_id', '=', next.match_live_id)
    .execute();
  const api = createLiveModule({
    db: test.db,
    viewers: { ofLives: async () => new Map() },
  } as never);
  const get = api.handlers!['GET /live/{program_live_id}'] as never as (
    call: object,
  ) => Promise<{ data: Live }>;
  const list = api.handlers!['GET /live'] as never as (
    call: object,
  ) => Promise<{ data: LiveSummary[] }>;
  const { data: one } = await get({ params: { program_live_id: tonight }, query: {} });
  const { data: all } = await list({ query: { limit: 20, status: 'in_progress' } });
  expect(next.main_event).toBe(false);
  expect(one.headline?.match_live_id).toBe(next.match_live_id);
  expect(all[0]?.headline?.match_live_id).toBe(next.match_live_id);
  expect(one.revision).toBeGreaterThan(before.revision);
  expect(one.headline!.revision).toBeGreaterThan(next.revision);
});
