import { startTestApi, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';

const now = new Date('2026-11-21T12:00:00Z');
// biome-ignore lint/suspicious/noExplicitAny: every response is validated against the contract.
type Answer = any;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  await loadSampleSeason(api.db, { now });
  await sql`insert into program (program_id, promotion_id, stadium_id, title_th, title_en, starts_at)
    select gen_random_uuid(), promotion_id, stadium_id, 'ศึกน้ำผึ้งเดือนห้า', 'Café Honey Night', ${now}::timestamptz + interval '3 days'
    from program limit 1`.execute(api.db);
});
afterAll(() => api.close());

const search = async (q: string): Promise<Answer> => {
  const { status, body } = await api.call(`GET /search?${new URLSearchParams({ q })}`);
  expect(status).toBe(200);
  return body.data;
};
const titles = (shows: Answer[]): string[] => shows.map(({ title }) => title.en);

describe('the search', () => {
  it('finds a card by a part of its title in Thai and English, without tone marks, accents and case', async () => {
    for (const q of ['น้ำผึ้ง', 'นำผึง', 'ผึ้งเดือน', 'cafe hon', 'HONEY', 'Café', 'night caf']) {
      expect(titles((await search(q)).cards), q).toContain('Café Honey Night');
    }
    expect(titles((await search('honey moon')).cards)).toEqual([]);
  });

  it('finds a fighter by a part of the name, and the evenings of the fighter', async () => {
    const { rows } = await sql<{ fighter_id: string; name_th: string; name_en: string }>`
      select fighter_id, fighter.name_th, fighter.name_en from bout
      join fighter on fighter_id = red_fighter_id
      join program_live using (program_id) where status = 'in_progress' limit 1`.execute(api.db);
    const fighter = rows[0];
    if (fighter === undefined) throw new Error('no bout of a live that is in progress');
    // The index of new fighters is written within seconds.
    await expect
      .poll(async () => (await search(fighter.name_en)).fighters, { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ fighter_id: fighter.fighter_id }));
    for (const q of [fighter.name_th, fighter.name_en, fighter.name_en.slice(0, 5)]) {
      const { fighters, lives } = await search(q);
      expect(
        fighters.map((one: Answer) => one.fighter_id),
        q,
      ).toContain(fighter.fighter_id);
      expect(lives.length, q).toBe(1);
    }
  });

  it('lists coming cards before past ones, at most five of each kind', async () => {
    const { rows } = await sql<{ name_en: string }>`
      select stadium.name_en from program join stadium using (stadium_id)
      group by 1 having count(*) filter (where starts_at < ${now}) > 0
      order by count(*) desc limit 1`.execute(api.db);
    const { cards } = await search(rows[0]?.name_en ?? '');
    expect(cards.length).toBe(5);
    const ahead = cards.map((card: Answer) => card.starts_at > now.toISOString());
    expect(ahead).toEqual([...ahead].sort().reverse());
  });

  it('finds nothing for punctuation, other scripts and wildcards', async () => {
    for (const q of ['%', '_', '!?', '拳', '\\', '%%%%']) {
      expect(await search(q), q).toEqual({ fighters: [], lives: [], cards: [], replays: [] });
    }
  });

  it('refuses an empty query, a long one and a request without the app key', async () => {
    expect((await api.call('GET /search')).status).toBe(400);
    expect((await api.call('GET /search?q=')).status).toBe(400);
    expect((await api.call(`GET /search?q=${'a'.repeat(101)}`)).status).toBe(400);
    const refused = await api.call('GET /search?q=a', { headers: { 'x-app-key': '' } });
    expect(refused.status).toBe(401);
  });

  it('limits the searches of an address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 160 }, async () => (await api.call('GET /search?q=zzzz')).status),
    );
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
  });
});
