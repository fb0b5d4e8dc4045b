import { randomUUID } from 'node:crypto';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCard, type TestCard } from '../../sport/predict/testing/make-card.ts';
import { operateShow, readShow } from './testing/operate-show.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
let now = NOW;
let api: TestApi;
let card: TestCard;
let bout: string;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
});
afterAll(() => api.close());

beforeEach(async () => {
  now = NOW;
  card = await makeCard(api.db, NOW, 1);
  bout = card.matchLiveIds[0] ?? '';
  await direct('start');
});

async function direct(action: string, fields: object = {}): Promise<void> {
  expect((await operateShow(api, { bout, action, ...fields })).status).toBe(200);
}

describe('the judges’ cards', () => {
  const RED = { red: 49, blue: 48 };
  const BLUE = { red: 48, blue: 49 };
  const judgesOf = async (query = '?show_results=1') =>
    (await api.call(`GET /live/${card.programLiveId}${query}`)).body.data.matches[0].judges;
  /** Sends the cards as the console does, with the version of the bout that its screen shows. */
  async function judge(cards: object | null, fields: object = {}) {
    const show = await readShow(api, { match_live_id: bout });
    const { version } = show.body.data.bouts[0];
    return api.call(`POST /operator/show/bouts/${bout}/judges`, {
      token: TEST_OWNER_TOKEN,
      body: { act_id: randomUUID(), version, cards, ...fields },
    });
  }

  it('appear with the result of a decision, and a result that is withdrawn removes them', async () => {
    await direct('end');
    await direct('result', { winner: 'red', method: 'decision' });
    now = new Date(NOW.getTime() + 1_000);
    const act = { act_id: randomUUID() };
    const recorded = await judge([RED, BLUE, RED], act);
    expect([recorded.status, recorded.body.data.bouts[0].judges.cards]).toEqual([
      200,
      [RED, BLUE, RED],
    ]);
    expect(await judgesOf()).toEqual({ cards: [RED, BLUE, RED], at: now.toISOString() });
    expect((await judge([RED, RED, RED], act)).status).toBe(200);
    expect((await judgesOf()).cards).toEqual([RED, BLUE, RED]);
    expect((await judge([RED, RED, RED], { version: -1 })).body.status).toBe('edit_stale');
    expect((await judge(null)).status).toBe(200);
    expect(await judgesOf()).toBeNull();
    await judge([RED, RED, RED]);
    await direct('withdraw');
    expect(await judgesOf()).toBeNull();
  });

  it('are refused for another winner, for a stoppage, and in a wrong number', async () => {
    expect((await judge([RED, RED, RED])).status).toBe(400);
    await direct('end');
    await direct('result', { winner: 'red', method: 'decision' });
    expect((await judge([BLUE, BLUE, RED])).body.status).toBe('request_invalid');
    expect((await judge([RED, RED])).body.status).toBe('request_invalid');
    expect((await judge([{ red: 60, blue: 1 }, RED, RED])).body.status).toBe('request_invalid');
    expect(await judgesOf()).toBeNull();
  });
});
