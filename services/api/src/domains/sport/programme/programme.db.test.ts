import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { operateShow, type ShowAct } from '../../live/bout-control/testing/operate-show.ts';

let now = new Date('2026-11-21T12:00:00Z');
// biome-ignore lint/suspicious/noExplicitAny: every response is validated against the contract.
type Answer = any;
let api: TestApi;
let tonight: string;

beforeAll(async () => {
  api = await startTestApi({
    clock: () => now,
    config: { http: { publicUrl: 'https://fan.example/' } },
  });
  tonight = (await loadSampleSeason(api.db, { now })).program_live_id;
});
afterAll(() => api.close());

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await api.call(`GET /program?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as { data: Answer[]; next_cursor: string | null };
};
const operator = async (act: ShowAct) => {
  expect((await operateShow(api, act)).status).toBe(200);
};
const calendar = async (query: Record<string, string> = {}) => {
  const answer = await api.call(`GET /program/calendar.ics?${new URLSearchParams(query)}`, {
    headers: { 'x-app-key': '' },
  });
  return { ...answer, lines: answer.text.replace(/\r\n /g, '').split('\r\n') };
};

describe('the programme', () => {
  it('lists the cards from today on with their bouts, soonest first, page by page', async () => {
    const whole = (await list({ limit: '100' })).data;
    expect(whole.length).toBeGreaterThanOrEqual(6);
    expect(whole[0].day).toBe('2026-11-21');
    expect(whole.map((one) => one.starts_at)).toEqual(whole.map((one) => one.starts_at).sort());
    for (const { matches } of whole) {
      expect(matches.map((match: Answer) => match.order)).toEqual(
        matches.map((_: unknown, index: number) => index + 1),
      );
    }
    const paged: Answer[] = [];
    for (let cursor: string | null = null, turn = 0; turn < 10; turn += 1) {
      const page = await list({ limit: '2', ...(cursor === null ? {} : { cursor }) });
      paged.push(...page.data);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(paged).toEqual(whole);
  });

  it('lists the past cards with their results, latest first', async () => {
    const past = (await list({ order: 'latest', limit: '5' })).data;
    expect(past[0].day).toBe('2026-11-20');
    expect(past.map((one) => one.starts_at)).toEqual(
      past
        .map((one) => one.starts_at)
        .sort()
        .reverse(),
    );
    expect(past.every((one) => one.status === 'ended')).toBe(true);
    expect(past.flatMap((one) => one.matches).every((match) => match.result !== null)).toBe(true);
  });

  it('lists a live that continues after midnight in Bangkok as coming until the live ends, and then as past', async () => {
    const evening = now;
    const setLive = (values: { status: 'ended' | 'in_progress'; ended_at: Date | null }) =>
      api.db
        .updateTable('program_live')
        .set(values)
        .where('program_live_id', '=', tonight)
        .execute();
    const has = async (query: Record<string, string> = {}) =>
      (await list(query)).data.some(({ live }) => live?.program_live_id === tonight);
    now = new Date('2026-11-21T17:30:00Z');
    expect(await has()).toBe(true);
    expect(await has({ order: 'latest' })).toBe(false);
    // A query for a day returns only cards that begin on that day.
    expect(await has({ from: '2026-11-21', to: '2026-11-21' })).toBe(true);
    expect(await has({ from: '2026-11-22' })).toBe(false);
    await setLive({ status: 'ended', ended_at: now });
    expect(await has()).toBe(false);
    expect(await has({ order: 'latest' })).toBe(true);
    await setLive({ status: 'in_progress', ended_at: null });
    now = evening;
  });

  it('filters cards by the day in Bangkok and by promotion', async () => {
    const { promotions, days } = (await api.call('GET /program/filters')).body.data;
    expect(days).toContain('2026-11-21');
    expect(days).toEqual([...days].sort());
    const day = (await list({ from: '2026-11-20', to: '2026-11-20' })).data;
    expect(day.map((one) => one.day)).toEqual(['2026-11-20']);
    expect((await list({ from: '2026-11-22', to: '2026-11-20' })).data).toEqual([]);
    const own = (
      await list({ promotion: promotions[1].promotion_id, from: '2026-01-01', limit: '100' })
    ).data;
    expect(own.length).toBeGreaterThan(5);
    expect(own.every((one) => one.promotion.promotion_id === promotions[1].promotion_id)).toBe(
      true,
    );
    expect((await api.call('GET /program?from=2026-02-30')).body.status).toBe('request_invalid');
  });

  it('lists a card that begins at midnight in Bangkok under the new day', async () => {
    const [card] = (await list({ from: '2026-11-27' })).data;
    const before = card.starts_at;
    const setStart = (at: string) =>
      api.db
        .updateTable('program')
        .set({ starts_at: new Date(at) })
        .where('program_id', '=', card.program_id)
        .execute();
    const daysOf = async (day: string) =>
      (await list({ from: day, to: day })).data.map((one) => one.program_id);
    await setStart('2026-12-24T16:59:59.999Z');
    expect(await daysOf('2026-12-24')).toEqual([card.program_id]);
    expect(await daysOf('2026-12-25')).toEqual([]);
    await setStart('2026-12-24T17:00:00Z');
    expect(await daysOf('2026-12-24')).toEqual([]);
    expect(await daysOf('2026-12-25')).toEqual([card.program_id]);
    await setStart(before);
  });

  it('shows the round, the result and the next bout of a live as they change', async () => {
    const read = async () => {
      const [card] = (await list()).data.filter((one) => one.live?.program_live_id === tonight);
      return card;
    };
    const card = await read();
    expect(card.status).toBe('in_progress');
    const current = card.matches.find((match: Answer) => match.status === 'in_progress');
    expect(current).toMatchObject({ order: 7, main_event: true, round: { number: 3 } });
    await operator({
      action: 'result',
      bout: current.match_live_id,
      winner: 'red',
      method: 'tko',
      round: 3,
    });
    const next = card.matches[7];
    await operator({ action: 'start', bout: next.match_live_id });
    const later = await read();
    expect(later.matches[6]).toMatchObject({
      status: 'ended',
      round: null,
      result: { winner: 'red', method: 'tko', round: 3 },
    });
    expect(later.matches[6].red.wins).toBe(card.matches[6].red.wins + 1);
    expect(later.matches[7]).toMatchObject({ status: 'in_progress', round: { number: 1 } });
    const { body } = await api.call(`GET /program/${card.program_id}`);
    expect(body.data).toEqual(later);
  });

  it('lists an old card without a live as ended, and refuses the id of an unknown card', async () => {
    const [card] = (await list({ from: '2026-01-01', limit: '1' })).data;
    expect(card).toMatchObject({ live: null, status: 'ended', cancelled: false });
    const of = (await api.call('GET /program/019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44')).body;
    expect(of.status).toBe('match_not_found');
  });
});

describe('the calendar file', () => {
  it('needs no sign-in and has the requested language', async () => {
    const { status, headers, lines, text } = await calendar({ lang: 'EN' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['content-disposition']).toContain('.ics');
    expect(headers.etag).toBeDefined();
    expect(lines.filter((line) => line === 'BEGIN:VEVENT').length).toBeGreaterThanOrEqual(6);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(lines.some((line) => line.includes('Main event: '))).toBe(true);
    expect((await calendar()).text).toContain('คู่เอก');
    expect(lines.some((line) => line === `URL:https://fan.example/live/${tonight}`)).toBe(true);
  });

  it('of one card contains one event, which keeps its id and increases its sequence with each visible change', async () => {
    const [card] = (await list({ from: '2026-11-25' })).data;
    const read = async () => {
      const { lines } = await calendar({ program_id: card.program_id });
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name}:`))!.slice(name.length + 1);
      return {
        uid: value('UID'),
        sequence: Number(value('SEQUENCE')),
        start: value('DTSTART'),
        status: value('STATUS'),
      };
    };
    const first = await read();
    expect(await read()).toEqual(first);
    const at = new Date(Date.parse(card.starts_at) + 3_600_000);
    await api.db
      .updateTable('program')
      .set({ starts_at: at })
      .where('program_id', '=', card.program_id)
      .execute();
    const moved = await read();
    expect(moved).toMatchObject({ uid: first.uid, sequence: first.sequence + 1 });
    expect(moved.start).not.toBe(first.start);
    // The calendar shows the fighters, but not the number of rounds.
    const [{ match_id, red, blue }, other] = card.matches;
    await api.db
      .updateTable('bout')
      .set({ rounds: 5 })
      .where('bout_id', '=', other.match_id)
      .execute();
    const between = await read();
    await api.db
      .updateTable('bout')
      .set({ red_fighter_id: blue.fighter_id, blue_fighter_id: red.fighter_id })
      .where('bout_id', '=', match_id)
      .execute();
    expect((await read()).sequence).toBe(between.sequence + 1);
    // A result does not change the calendar.
    const ended = await read();
    await api.db
      .updateTable('bout')
      .set({ winner: 'red', method: 'decision', result_at: now })
      .where('bout_id', '=', match_id)
      .execute();
    expect(await read()).toEqual(ended);
    await operator({ action: 'live-cancel', live: card.live.program_live_id });
    const cancelled = await read();
    expect(cancelled.status).toBe('CANCELLED');
    expect(cancelled.sequence).toBeGreaterThan(ended.sequence);
    expect((await api.call(`GET /program/${card.program_id}`)).body.data.cancelled).toBe(true);
  });

  it('of a promotion contains only the cards of this promotion, without old cards', async () => {
    const { promotions } = (await api.call('GET /program/filters')).body.data;
    const { lines } = await calendar({ promotion_id: promotions[0].promotion_id });
    const uids = lines.filter((line) => line.startsWith('UID:'));
    const own = (
      await list({ promotion: promotions[0].promotion_id, from: '2026-11-20', limit: '100' })
    ).data;
    expect(uids).toEqual(own.map((one) => `UID:program-${one.program_id}@sangwian`));
    const unknown = { promotion_id: '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44' };
    expect((await calendar(unknown)).body.status).toBe('match_not_found');
    expect((await calendar({ program_id: unknown.promotion_id })).status).toBe(404);
  });
});
