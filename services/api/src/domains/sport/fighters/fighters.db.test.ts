import { LIMITS } from '@sangwian/contract/limits';
import { startTestApi, TEST_OWNER_TOKEN, type TestApi } from '@sangwian/testkit/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { loadSampleSeason } from '../../../sample-season/load.ts';
import { indexNewFighters } from './fighters.module.ts';
import { IMPORT_BYTES_MAX, IMPORT_LINES_MAX } from './import-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
// biome-ignore lint/suspicious/noExplicitAny: every response is validated against the contract.
type Answer = any;
let api: TestApi;
let filters: Answer;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  await loadSampleSeason(api.db, { now });
  filters = (await api.call('GET /fighter/filters')).body.data;
});
afterAll(() => api.close());

const search = async (query: Record<string, string>) => {
  const { status, body } = await api.call(`GET /fighter?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as { data: Record<string, Answer>[]; next_cursor: string | null };
};
const found = async (q: string, more: Record<string, string> = {}) =>
  (await search({ q, ...more })).data.map(({ name }) => name.en);
const idOf = async (q: string): Promise<string> => (await search({ q })).data[0]!.fighter_id;

/** Reads all pages of a list. */
async function readAllPages(path: string, query: Record<string, string>) {
  const all: Answer[] = [];
  let cursor: string | null = null;
  do {
    const page = new URLSearchParams({ ...query, ...(cursor === null ? {} : { cursor }) });
    const { body } = await api.call(`GET ${path}?${page}`);
    all.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null && all.length < 1_000);
  return all;
}

describe('the search', () => {
  test.each([
    ['เพชรน้ำหนึ่ง', 'Phetnamnueng'],
    ['เพชรนำหนึง', 'Phetnamnueng'],
    ['เพ็ชรน้ำหนึ่ง', 'Phetnamnueng'],
    ['Phetnamnueng', 'Phetnamnueng'],
    ['petchnamneung', 'Phetnamnueng'],
    ['phetnamnuegn', 'Phetnamnueng'],
    ['น้ำหนึ่ง', 'Phetnamnueng'],
    ['สิงดำ', 'Singdam'],
    ['singh dum', 'Singdam'],
    ['เมฆินทร์', 'Mekhin'],
    ['เมคิน', 'Mekhin'],
    ['ครุดทอง', 'Phayakhrutthong'],
    ['ค้อนเหลกไหล', 'Khonleklai'],
    ['ฟ้าแลป', 'Falaep'],
    ['เเมงปอ', 'Maengpolek'],
    ['sao ek', 'Sao-ek'],
    ['saoek', 'Sao-ek'],
    // The typed name has a wrong, missing or extra letter, or is split into two words.
    ['phepnamnueng', 'Phetnamnueng'],
    ['เพชน้ำนึ่ง', 'Phetnamnueng'],
    ['phetnamsnueng', 'Phetnamnueng'],
    ['phep namnueng', 'Phetnamnueng'],
  ])('finds for "%s" first %s', async (typed, name) => {
    expect((await found(typed))[0]).toBe(name);
  });

  it('finds fighters by nickname, gym and province, together and alone', async () => {
    expect(await found('หม่อน')).toContain('Phetbaimon');
    const gym = filters.gyms.find((one: Answer) => one.name.en === 'Sit Por Khao');
    const own = (await search({ gym: gym.gym_id, limit: '100' })).data;
    for (const typed of ['ศิษย์พ่อขาว', 'sitporkhao', 'Sit Po Kao', 'สิดพ่อขาว']) {
      const names = await found(typed, { limit: '100' });
      expect(names).toEqual(expect.arrayContaining(own.map(({ name }) => name.en)));
    }
    const [one] = own;
    expect(await found(`${one!.nickname.th} ${one!.province.th}`)).toContain(one!.name.en);
    expect(await found(`${one!.name.en} Khon Kaen Atlantis`)).toEqual([]);
  });

  it('finds fighters by a misspelled gym or province, if all words match', async () => {
    for (const typed of ['sitporkhow', 'ศิดพ่อข้าง']) {
      const { data } = await search({ q: typed });
      expect(data.length).toBeGreaterThan(0);
      expect(new Set(data.map(({ gym }) => gym.name.en))).toEqual(new Set(['Sit Por Khao']));
    }
    const [own] = (await search({ q: 'Sit Por Khao' })).data;
    expect((await found(`${own!.name.en}p sitporkhow`))[0]).toBe(own!.name.en);
    const { data } = await search({ q: 'Buriran', limit: '100' });
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map(({ province }) => province.en))).toEqual(new Set(['Buriram']));
    expect(await found('phepnamnueng xqzxqzxqz')).toEqual([]);
  });

  it('sorts exact spellings before names that only sound similar', async () => {
    const names = await found('ดอน');
    expect(names[0]).toBe('Khunsuekdon');
  });

  it('finds nobody for words without a match or for punctuation', async () => {
    for (const typed of ['xqzxqzxqz', '%', '___', '拳', "' or 1=1", '\u200b']) {
      expect(await found(typed)).toEqual([]);
    }
  });

  it('finds only fighters who match all filters', async () => {
    const division = filters.divisions[4];
    const names = (await search({ q: 'ph', division: division.division_id })).data;
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((one) => one.division.division_id === division.division_id)).toBe(true);
    const [province] = filters.provinces;
    const there = (await search({ province: province.en, limit: '100' })).data;
    expect(there.length).toBeGreaterThan(0);
    expect(there.every((one) => one.province.en === province.en)).toBe(true);
  });
});

it('lists every fighter once, sorted by name, on consecutive pages, with and without a search', async () => {
  const all = await readAllPages('/fighter', { limit: '7' });
  expect(all).toHaveLength(60);
  expect(new Set(all.map((one) => one.fighter_id)).size).toBe(60);
  expect(all.map((one) => one.name.en)).toEqual([...all.map((one) => one.name.en)].sort());
  const whole = (await search({ q: 'k', limit: '100' })).data.map((one) => one.fighter_id);
  expect(whole.length).toBeGreaterThan(10);
  const paged = await readAllPages('/fighter', { q: 'k', limit: '4' });
  expect(paged.map((one) => one.fighter_id)).toEqual(whole);
  expect((await api.call('GET /fighter?cursor=nonsense')).body.status).toBe('request_invalid');
});

describe('a fighter', () => {
  it('has all fields, and a record that is the sum of the bouts', async () => {
    const all = await readAllPages('/fighter', { limit: '100' });
    for (const { fighter_id } of all.slice(0, 12)) {
      const { body } = await api.call(`GET /fighter/${fighter_id}`);
      const { record, last_five, form, wins, losses, draws, ranking } = body.data;
      const named = { th: expect.any(String), en: expect.any(String) };
      expect(body.data).toMatchObject({
        nickname: named,
        dominant_hand: expect.stringMatching(/^(right|left)$/),
        gym: { name: named },
        weight_pounds: expect.any(Number),
        height_cm: expect.any(Number),
        province: named,
        age: expect.any(Number),
      });
      const bouts = await readAllPages(`/fighter/${fighter_id}/bouts`, { limit: '3' });
      const count = (outcome: string) => bouts.filter((bout) => bout.outcome === outcome).length;
      expect([record.wins, record.losses, record.draws]).toEqual([
        count('win'),
        count('loss'),
        count('draw'),
      ]);
      expect([wins, losses, draws]).toEqual([record.wins, record.losses, record.draws]);
      expect(record.bouts).toBe(wins + losses + draws);
      const sum = (endings: object) => Object.values(endings).reduce((a, b) => a + b, 0);
      expect(sum(record.wins_by)).toBe(wins);
      expect(sum(record.losses_by)).toBe(losses);
      const fought = bouts.filter((bout) => bout.outcome !== 'cancelled');
      expect(last_five).toEqual(fought.slice(0, 5));
      expect(form.map((one: Answer) => one.outcome)).toEqual(
        fought
          .slice(0, 10)
          .map((bout) => bout.outcome)
          .reverse(),
      );
      expect(bouts.map((bout) => bout.starts_at)).toEqual(
        bouts
          .map((bout) => bout.starts_at)
          .sort()
          .reverse(),
      );
      expect(ranking === null || ranking.rank <= ranking.of).toBe(true);
    }
  });

  it('shows the age by the day in Bangkok, the weight in kilograms, and coming bouts', async () => {
    const id = await idOf('เพชรน้ำหนึ่ง');
    await api.db
      .updateTable('fighter')
      .set({ born_on: '2000-11-22' })
      .where('fighter_id', '=', id)
      .execute();
    expect((await api.call(`GET /fighter/${id}`)).body.data.age).toBe(25);
    const { data } = (await api.call(`GET /fighter/${id}`)).body;
    expect(data.weight_kg).toBeCloseTo(data.weight_pounds * 0.4536, 1);
    expect(['right', 'left']).toContain(data.dominant_hand);
    expect(data.coming[0].opponent.name.en).toBe('Singdam');
    expect(data.coming[0].program_live_id).not.toBeNull();
  });

  it('can be compared with another fighter by the bouts between the two', async () => {
    const [red, blue] = [await idOf('เพชรน้ำหนึ่ง'), await idOf('สิงห์ดำ')];
    const mine = await readAllPages(`/fighter/${red}/bouts`, { against: blue });
    const theirs = await readAllPages(`/fighter/${blue}/bouts`, { against: red });
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.every((bout) => bout.opponent.fighter_id === blue)).toBe(true);
    const turned = { win: 'loss', loss: 'win', draw: 'draw', cancelled: 'cancelled' } as Answer;
    expect(theirs.map((bout) => bout.outcome)).toEqual(mine.map((bout) => turned[bout.outcome]));
  });

  it('with an unknown id is not found', async () => {
    const id = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
    for (const path of [`/fighter/${id}`, `/fighter/${id}/bouts`]) {
      const { status, body } = await api.call(`GET ${path}`);
      expect([status, body.status]).toEqual([404, 'match_not_found']);
    }
    expect((await api.call('GET /fighter/nobody')).body.status).toBe('request_invalid');
  });
});

describe('the ranking', () => {
  it('follows from the bouts of each division, with any page size', async () => {
    for (const { division_id } of filters.divisions) {
      const list = await readAllPages('/fighter/ranking', { division: division_id, limit: '3' });
      expect(list.length).toBeGreaterThan(4);
      expect(list[0].rank).toBe(1);
      for (const [index, one] of list.entries()) {
        expect(one.fighter.division.division_id).toBe(division_id);
        expect(index === 0 || one.points <= list[index - 1].points).toBe(true);
        const own = (await api.call(`GET /fighter/${one.fighter.fighter_id}`)).body.data.ranking;
        expect(own).toEqual({ rank: one.rank, of: list.length, points: one.points });
      }
    }
  });

  it('ignores bouts that are more than a year old', async () => {
    const { division_id } = filters.divisions[0];
    const before = await readAllPages('/fighter/ranking', { division: division_id });
    const later = await startTestApi({
      databaseUrl: api.databaseUrl,
      clock: () => new Date(now.getTime() + 400 * 86_400_000),
    });
    const { body } = await later.call(`GET /fighter/ranking?division=${division_id}`);
    await later.close();
    expect(before.length).toBeGreaterThan(0);
    expect(body.data).toEqual([]);
  });
});

it('the search finds a fighter by a changed name after the next run of the indexing', async () => {
  const id = await idOf('ระฆังดัง');
  await api.db
    .updateTable('fighter')
    .set({ name_th: 'กลองเพล' })
    .where('fighter_id', '=', id)
    .execute();
  await api.db
    .updateTable('camp')
    .set({ name_en: 'Kaipa Ringside' })
    .where('name_en', '=', 'Dap Lek Muay Thai')
    .execute();
  const made = await api.db.transaction().execute(indexNewFighters);
  expect(made).toBeGreaterThan(1);
  expect((await found('กลองเพน'))[0]).toBe('Rakhangdang');
  expect((await found('kaipa')).length).toBe(
    made - 1 + (await found('kaipa')).filter((n) => n === 'Rakhangdang').length,
  );
  expect(await api.db.transaction().execute(indexNewFighters)).toBe(0);
});

describe('the import', () => {
  const HEAD =
    'key,name_th,name_en,nickname_th,nickname_en,gym,gym_th,gym_province_th,gym_province_en,division,province_th,province_en,dominant_hand,height_cm,weight_pounds,born_on';
  const LINE =
    'f-1,เสือดาวไฟ,Sueadaofai,ดาว,Dao,Sor Khuankaew,ส.ควนแก้ว,ตรัง,Trang,Lightweight,ตรัง,Trang,left,172,134,2003-05-09';
  const bring = async (csv: string, dry_run = false) => {
    const { status, body } = await api.call(
      `POST /operator/fighter/import${dry_run ? '?dry_run=1' : ''}`,
      {
        token: TEST_OWNER_TOKEN,
        headers: { 'content-type': 'text/csv' },
        body: Buffer.from(csv),
      },
    );
    return { status, body: body.data ?? body };
  };
  const index = () => api.db.transaction().execute(indexNewFighters);

  it('reports every invalid line and imports nothing', async () => {
    const { status, body } = await bring(
      [
        HEAD,
        LINE,
        LINE.replace('f-1', 'f-2').replace(',172,', ',tall,').replace(',left,', ',both,'),
        LINE.replace('Lightweight', 'Featherweightish').replace('f-1', 'f-3'),
        LINE,
        LINE.replace('f-1', 'f-4').replace(',134,', ',136,'),
        'f-5,too short',
        LINE.replace('f-1', 'f-6').replace('Sor Khuankaew,ส.ควนแก้ว', 'Sor Nobody,'),
      ].join('\n'),
    );
    expect([status, body.kept]).toEqual([200, false]);
    expect(body.faults.map((one: Answer) => `line ${one.line}: ${one.message.en}`)).toEqual([
      'line 3: dominant_hand has to be right or left',
      'line 3: height_cm has to be a whole number from 100 to 230',
      expect.stringContaining('line 4: division "Featherweightish" is not known; there are'),
      'line 5: key f-1 is on line 2 already',
      'line 6: weight_pounds is over the 135 lb of the Lightweight division',
      'line 7: has 2 fields where the first line has 16',
      expect.stringContaining('line 8: gym "Sor Nobody" is new'),
    ]);
    // Every message exists in Thai too, with the English names of the columns.
    expect(body.faults[1].message.th).toBe('height_cm ต้องเป็นจำนวนเต็มตั้งแต่ 100 ถึง 230');
    for (const { message } of body.faults) expect(message.th).toMatch(/[ก-๙]{3}/);
    expect(await found('เสือดาวไฟ')).toEqual([]);
  });

  it('accepts files up to the limits of the runbook, and names the exceeded limit', async () => {
    const file = (lines: number): string =>
      [HEAD, ...Array.from({ length: lines }, (_, n) => LINE.replace('f-1', `many-${n}`))].join(
        '\n',
      );
    const large = file(500);
    expect(Buffer.byteLength(large)).toBeGreaterThan(LIMITS.bodyBytesMax);
    expect(await bring(large, true)).toMatchObject({ status: 200, body: { added: 500 } });
    const most = await bring(file(IMPORT_LINES_MAX + 1).replaceAll(',134,', ',heavy,'));
    expect([most.body.kept, most.body.faults[0].message.en]).toEqual([
      false,
      `there are more than ${IMPORT_LINES_MAX} fighters; cut the file in two`,
    ]);
    const endless = await bring('"'.repeat(IMPORT_BYTES_MAX + 2));
    expect([endless.status, endless.body.status]).toEqual([413, 'body_too_large']);
  });

  it('adds fighters, is idempotent and applies changes, and a dry run writes nothing', async () => {
    const csv = `\uFEFF${HEAD}\r\n${LINE}\r\n\r\n"f-2","นก""เอี้ยง""",Nokiang,นก,Nok,Sor Khuankaew,,,,Bantamweight,ตรัง,Trang,right,160,118,2006-02-28\r\n`;
    const dry = await bring(csv, true);
    expect(dry.body).toMatchObject({ added: 2, kept: false });
    expect(await found('เสือดาวไฟ')).toEqual([]);
    const [one, other] = await Promise.all([bring(csv), bring(csv)]);
    expect([one!.body.added, other!.body.added].sort()).toEqual([0, 2]);
    expect((await bring(csv)).body).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
      new_gyms: [],
      kept: true,
    });
    await index();
    expect((await found('suadaofai'))[0]).toBe('Sueadaofai');
    expect(await found('ควนแก้ว')).toEqual(['Nokiang', 'Sueadaofai']);
    const changed = await bring(csv.replace('Sueadaofai', 'Sueafai'));
    expect(changed.body).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from fighter where name_en in ('Sueadaofai', 'Sueafai')`.execute(
      api.db,
    );
    expect(rows).toEqual([{ n: 1 }]);
    await index();
    expect((await found('เสือดาวไฟ'))[0]).toBe('Sueafai');
  });

  it.each([
    ['', 'the file is empty'],
    ['name\nx', 'the column key is missing'],
    [`${HEAD}\n"f-1`, 'a quotation mark is never closed'],
    [`${HEAD}\nf-1,"a"b`, 'a closing quotation mark is in the middle of a field'],
    [`${HEAD},hobby\n`, 'there is no column "hobby"'],
  ])('refuses %j', async (csv, message) => {
    const { status, body } = await bring(csv);
    expect([status, body.kept]).toEqual([200, false]);
    expect(body.faults.map((one: Answer) => one.message.en)).toContain(message);
  });
});
