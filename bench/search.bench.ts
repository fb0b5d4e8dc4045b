import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { createLogger } from '@sangwian/node-kit/logger';
import { type Kysely, sql } from 'kysely';
import {
  createFightersModule,
  indexNewFighters,
} from '../services/api/src/domains/sport/fighters/fighters.module.ts';
import { createDatabase } from '../services/api/src/platform/database/create-database.ts';
import { primaryReads } from '../services/api/src/platform/database/lagging-reads.ts';
import { loadSampleSeason } from '../services/api/src/sample-season/load.ts';
import type { Database } from '../services/api/src/schema/database.ts';
import { migrate } from '../services/api/src/schema/migrate.ts';
import { type Bench, percentile, type Report } from './figure.ts';

const FIGHTERS = 50_000;
const BOUTS_EACH = 8;
const CARD_BOUTS = 40;
const ROUNDS = 40;
const ROWS = 20;
const GOAL_MS = 30;

/** Words of generated ring names. */
const WORDS: readonly (readonly [th: string, en: string])[] = [
  ['เพชร', 'phet'],
  ['น้ำ', 'nam'],
  ['หนึ่ง', 'nueng'],
  ['สิงห์', 'sing'],
  ['ดำ', 'dam'],
  ['แดง', 'daeng'],
  ['ทอง', 'thong'],
  ['เหล็ก', 'lek'],
  ['ไฟ', 'fai'],
  ['ฟ้า', 'fa'],
  ['ขวาน', 'khwan'],
  ['ศร', 'son'],
  ['ศึก', 'suek'],
  ['ขุน', 'khun'],
  ['ยักษ์', 'yak'],
  ['เขา', 'khao'],
  ['ดอย', 'doi'],
  ['มณี', 'mani'],
  ['นาค', 'nak'],
  ['ครุฑ', 'khrut'],
  ['พายุ', 'phayu'],
  ['เมฆ', 'mek'],
  ['ลม', 'lom'],
  ['ดาว', 'dao'],
  ['เสือ', 'suea'],
  ['ช้าง', 'chang'],
  ['แสน', 'saen'],
  ['ชัย', 'chai'],
  ['พล', 'phon'],
  ['ศักดิ์', 'sak'],
  ['เวียง', 'wiang'],
  ['เกียรติ', 'kiat'],
  ['รุ่ง', 'rung'],
  ['เรือง', 'rueang'],
  ['จอม', 'chom'],
  ['ทัพ', 'thap'],
  ['หิน', 'hin'],
  ['ผา', 'pha'],
  ['ภู', 'phu'],
  ['ยอด', 'yot'],
];

/**
 * Search texts: complete and partial names, inner parts of names, gym and province, one letter, misspelt names, no
 * match.
 */
const TYPED: readonly (readonly [kind: string, typed: string])[] = [
  ['whole name', 'เพชรน้ำหนึ่ง'],
  ['whole name, Latin', 'singdamthong'],
  ['beginning', 'เพช'],
  ['beginning, Latin', 'phet'],
  ['middle', 'น้ำหนึ่ง'],
  ['one letter', 'ส'],
  ['one letter, Latin', 'k'],
  ['two letters', 'ขว'],
  ['other consonants', 'เพดนำหนึง'],
  ['other romanisation', 'petchnamneung'],
  ['two words', 'ทองดำ ขอนแก่น'],
  ['gym', 'ศิษย์พ่อขาว'],
  ['province', 'Buriram'],
  ['misspelled', 'saengdumtongg'],
  ['misspelled, short', 'phungnam'],
  ['misspelled, shorter', 'lomdae'],
  ['misspelled, two words', 'phepnam nueng'],
  ['misspelled gym', 'sitporkhow'],
  ['misspelled province', 'Buriran'],
  ['no match', 'xylophone'],
];

async function addFighters(db: Kysely<Database>): Promise<void> {
  const words = JSON.stringify(WORDS.map(([th, en]) => ({ th, en })));
  await sql`
    with word as (
      select row_number() over () - 1 as n, th, en
      from jsonb_to_recordset(${words}::jsonb) as one (th text, en text)
    ), house as (select array_agg(camp_id order by camp_id) as camps from camp),
    class as (select array_agg(division_id order by division_id) as divisions from division),
    place as (
      select array_agg(province_th order by province_en) as th, array_agg(province_en order by province_en) as en
      from (select distinct province_th, province_en from fighter) known
    )
    insert into fighter (camp_id, division_id, name_th, name_en, nickname_th, nickname_en,
      province_th, province_en, stance, height_cm, weight_pounds, born_on)
    select camps[1 + i % cardinality(camps)], divisions[1 + i % cardinality(divisions)],
      a.th || b.th || c.th, initcap(a.en || b.en || c.en), b.th, initcap(b.en),
      place.th[1 + i % cardinality(place.th)], place.en[1 + i % cardinality(place.en)],
      'orthodox', 170, 100, '2000-01-01'
    from generate_series(0, ${sql.lit(FIGHTERS - 1)}) i
    cross join house cross join class cross join place
    join word a on a.n = i % 40 join word b on b.n = (i / 40) % 40 join word c on c.n = (i / 1600) % 40
  `.execute(db);
  await db.transaction().execute(indexNewFighters);
  await sql`
    insert into program (promotion_id, stadium_id, title_th, title_en, starts_at)
    select promotion_id, stadium_id, 'bench', 'bench', now() - turn * interval '2 hours'
    from generate_series(1, ${sql.lit((FIGHTERS * BOUTS_EACH) / 2 / CARD_BOUTS)}) turn
    cross join (select promotion_id from promotion limit 1) one
    cross join (select stadium_id from stadium limit 1) place
  `.execute(db);
  await sql`
    with numbered as (
      select fighter_id, division_id, row_number() over (order by fighter_id) - 1 as n from fighter
    ), card as (
      select program_id, starts_at, row_number() over (order by program_id) - 1 as n
      from program where title_en = 'bench'
    )
    insert into bout (program_id, card_order, main_event, division_id, weight_pounds, rounds,
      red_fighter_id, blue_fighter_id, starts_at, winner, method, result_at)
    select card.program_id, place, false, red.division_id, 100, 5, red.fighter_id, blue.fighter_id,
      card.starts_at, 'red', 'decision', card.starts_at
    from card
    cross join generate_series(1, ${sql.lit(CARD_BOUTS)}) place
    join numbered red on red.n = (card.n * ${sql.lit(CARD_BOUTS)} + place) % ${sql.lit(FIGHTERS)}
    join numbered blue on blue.n = (card.n * ${sql.lit(CARD_BOUTS)} + place + 1 + card.n % 997) % ${sql.lit(FIGHTERS)}
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
}

interface Times {
  readonly kind: string;
  readonly typed: string;
  readonly found: number;
  readonly ms: readonly number[];
}

async function timed(work: () => Promise<number>): Promise<Omit<Times, 'kind' | 'typed'>> {
  const ms: number[] = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    found = await work();
    ms.push(performance.now() - began);
  }
  return { found, ms };
}

async function measure(db: Kysely<Database>): Promise<Report> {
  const logger = createLogger('bench', 'silent');
  const { handlers } = createFightersModule({
    db,
    clock: () => new Date(),
    logger,
    reads: primaryReads(db),
  });
  const search = handlers?.['GET /fighter'];
  const read = handlers?.['GET /fighter/{fighter_id}'];
  const rank = handlers?.['GET /fighter/ranking'];
  if (search === undefined || read === undefined || rank === undefined) {
    throw new Error('there is no search');
  }
  const find = (query: object) =>
    search({ query: { limit: ROWS, ...query } } as Parameters<typeof search>[0]);
  const searches: Times[] = [];
  for (const [kind, typed] of TYPED) {
    const times = await timed(async () => (await find({ q: typed })).data.length);
    searches.push({ kind, typed, ...times });
  }
  // An exact match by a B-tree, as the baseline.
  const bare = await timed(async () => {
    const { rows } = await sql`
      select fighter_id, name_en from fighter
      where name_en >= 'Phetnam' and name_en < 'Phetnan' order by name_en limit ${ROWS}`.execute(
      db,
    );
    return rows.length;
  });
  const all = await timed(async () => (await find({})).data.length);
  const [one] = (await find({ q: 'Phetnamnueng' })).data;
  if (one === undefined) throw new Error('no fighter found');
  const fighter = await timed(async () => {
    await read({ params: { fighter_id: one.fighter_id } } as Parameters<typeof read>[0]);
    return 1;
  });
  const division = one.division.division_id;
  const ranking = await timed(
    async () =>
      (await rank({ query: { limit: ROWS, division } } as Parameters<typeof rank>[0])).data.length,
  );
  const rows = [
    ...searches,
    { kind: '(all fighters, by name)', typed: '', ...all },
    { kind: '(one fighter)', typed: '', ...fighter },
    { kind: '(a ranking)', typed: '', ...ranking },
    { kind: '(prefix by a B-tree only)', typed: '', ...bare },
  ];
  const slowest = Math.max(...searches.map(({ ms }) => percentile(ms, 0.95)));
  const middle = percentile(
    searches.flatMap(({ ms }) => ms),
    0.5,
  );
  return {
    table: [
      [`of ${FIGHTERS} fighters`, 'typed', 'shown', 'median ms', 'p95 ms'],
      ...rows.map(({ kind, typed, found, ms }) => [
        kind,
        typed,
        String(found),
        percentile(ms, 0.5).toFixed(1),
        percentile(ms, 0.95).toFixed(1),
      ]),
    ],
    figures: [
      { id: 'search-ms', value: slowest, goal: GOAL_MS, sense: 'at-most', unit: ' ms' },
      {
        id: 'search-to-prefix',
        value: middle / percentile(bare.ms, 0.5),
        goal: 15,
        sense: 'at-most',
        unit: ' ×',
      },
    ],
  };
}

export const bench: Bench = {
  about: `the search of ${FIGHTERS} fighters, as people type, and a bare prefix of the same names`,
  run: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-search-'));
    const database = await startEmbeddedPostgres({ dataDir });
    await migrate(database.url);
    const db = createDatabase(database.url, createLogger('bench', 'silent'));
    try {
      await loadSampleSeason(db, { now: new Date() });
      await addFighters(db);
      return await measure(db);
    } finally {
      await db.destroy();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
