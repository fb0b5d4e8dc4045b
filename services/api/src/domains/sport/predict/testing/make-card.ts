import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../schema/database.ts';
import { LiveControl } from '../../../live/lives/lives.module.ts';

export interface TestCard {
  readonly programId: string;
  readonly programLiveId: string;
  readonly boutIds: readonly string[];
  readonly matchLiveIds: readonly string[];
}

const BOUT_MS = 25 * 60_000;
const names = (name: string) => ({ name_th: name, name_en: name });
const place = (name: string) => ({ ...names(name), province_th: 'ตรัง', province_en: 'Trang' });

const one = <Row>(rows: readonly Row[]): Row => rows[0] as Row;

/** Inserts the camp, the promotion, the stadium, the division and the fighters of a card. */
async function makeFighters(db: Kysely<Database>, count: number) {
  const { camp_id } = one(
    await db.insertInto('camp').values(place('ค่าย')).returning('camp_id').execute(),
  );
  const { promotion_id } = one(
    await db.insertInto('promotion').values(names('ศึก')).returning('promotion_id').execute(),
  );
  const { stadium_id } = one(
    await db.insertInto('stadium').values(place('เวที')).returning('stadium_id').execute(),
  );
  const { division_id } = one(
    await db
      .insertInto('division')
      .values({ ...names('รุ่น'), weight_pounds_max: 126 })
      .returning('division_id')
      .execute(),
  );
  const fighters = await db
    .insertInto('fighter')
    .values(
      Array.from({ length: 2 * count }, (_, index) => ({
        ...place(`นักมวย ${index}`),
        nickname_th: 'เอก',
        nickname_en: 'Ek',
        camp_id,
        division_id,
        stance: 'orthodox' as const,
        height_cm: 170,
        weight_pounds: 126,
        born_on: '2000-01-01',
      })),
    )
    .returning('fighter_id')
    .execute();
  return { promotion_id, stadium_id, division_id, fighters };
}

/** Inserts the live of a card with its bouts. No bout has begun. */
async function makeLive(
  db: Kysely<Database>,
  card: {
    readonly program_id: string;
    readonly startsAt: Date;
    readonly boutIds: readonly string[];
  },
) {
  const { program_id, startsAt, boutIds } = card;
  const live = one(
    await db
      .insertInto('program_live')
      .values({
        program_id,
        status: 'in_progress',
        access: 'free',
        external: false,
        starts_at: startsAt,
      })
      .returning('program_live_id')
      .execute(),
  );
  const matches = await db
    .insertInto('match_live')
    .values(
      boutIds.map((bout_id) => ({
        program_live_id: live.program_live_id,
        bout_id,
        status: 'not_started' as const,
        resting: false,
      })),
    )
    .returning('match_live_id')
    .execute();
  return { live, matches };
}

/** Creates a card of `count` bouts of five rounds, and its live. */
export async function makeCard(
  db: Kysely<Database>,
  startsAt: Date,
  count: number,
): Promise<TestCard> {
  const { promotion_id, stadium_id, division_id, fighters } = await makeFighters(db, count);
  const { program_id } = one(
    await db
      .insertInto('program')
      .values({
        promotion_id,
        stadium_id,
        title_th: 'ศึกทดสอบ',
        title_en: 'Test night',
        starts_at: startsAt,
      })
      .returning('program_id')
      .execute(),
  );
  const bouts = await db
    .insertInto('bout')
    .values(
      Array.from({ length: count }, (_, index) => ({
        program_id,
        card_order: index + 1,
        main_event: index === count - 1,
        division_id,
        weight_pounds: 126,
        rounds: 5,
        red_fighter_id: fighters[2 * index]?.fighter_id ?? '',
        blue_fighter_id: fighters[2 * index + 1]?.fighter_id ?? '',
        starts_at: new Date(startsAt.getTime() + index * BOUT_MS),
      })),
    )
    .returning('bout_id')
    .execute();
  const boutIds = bouts.map((bout) => bout.bout_id);
  const { live, matches } = await makeLive(db, { program_id, startsAt, boutIds });
  return {
    programId: program_id,
    programLiveId: live.program_live_id,
    boutIds,
    matchLiveIds: matches.map((match) => match.match_live_id),
  };
}

/** Sets the results of a card's bouts in order; `null` removes a result. */
export async function setResults(
  db: Kysely<Database>,
  { boutIds }: TestCard,
  results: readonly (MatchResult | null)[],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    for (const [index, result] of results.entries()) {
      await control.setResult(boutIds[index] ?? '', result, now);
    }
  });
}

/** Creates members without passwords, because hashing is slow. */
export async function makeMembers(db: Kysely<Database>, count: number): Promise<MemberId[]> {
  const rows = await db
    .insertInto('member')
    .values(
      Array.from({ length: count }, (_, index) => ({
        first_name: `แฟน${index}`,
        last_name: 'มวย',
      })),
    )
    .returning('member_id')
    .execute();
  return rows.map((row) => row.member_id as MemberId);
}
