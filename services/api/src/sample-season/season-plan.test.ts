import { Match } from '@sangwian/contract/endpoints/live';
import { ProgramLiveId } from '@sangwian/contract/ids';
import { describe, expect, it } from 'vitest';
import { CURRENT_ORDER } from './card-plan.ts';
import { campRows, divisionRows } from './houses.ts';
import { planSeason, TONIGHT_LIVE_ID } from './season-plan.ts';
import { STORY_PACE } from './story-plan.ts';

const now = new Date('2026-11-21T12:34:56.789Z');
const plan = planSeason(now);
const programOf = new Map(plan.programs.map((program) => [program.program_id, program]));
const fighterOf = new Map(plan.fighters.map((fighter) => [fighter.fighter_id, fighter]));
const live = plan.lives.find((row) => row.program_live_id === TONIGHT_LIVE_ID)!;
const tonight = plan.bouts.filter((bout) => bout.program_id === live.program_id);

describe('the sample season', () => {
  it('has 60 fighters from 12 camps in 8 divisions, all with different names', () => {
    expect(plan.fighters).toHaveLength(60);
    expect(campRows()).toHaveLength(12);
    expect(divisionRows()).toHaveLength(8);
    expect(new Set(plan.fighters.map((fighter) => fighter.name_th)).size).toBe(60);
    expect(new Set(plan.fighters.map((fighter) => fighter.name_en)).size).toBe(60);
    expect(new Set(plan.fighters.map((fighter) => fighter.camp_id)).size).toBe(12);
    expect(plan.fighters.every((fighter) => /^[฀-๿]+$/.test(fighter.name_th))).toBe(true);
    expect(plan.fighters.every((fighter) => /^[A-Z][a-z]+(-[a-z]+)?$/.test(fighter.name_en))).toBe(
      true,
    );
  });

  it('has ids that the contract accepts', () => {
    const ids = [
      plan.fighters,
      plan.programs,
      plan.bouts,
      plan.lives,
      plan.matchLives,
      plan.streams,
    ]
      .flat()
      .map((row) => Object.values(row)[0]);
    expect(ids.every((id) => ProgramLiveId.safeParse(id).success)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('differs between two plans only in its times', () => {
    const later = planSeason(new Date('2027-03-01T01:00:00Z'));
    const timeless = (rows: readonly object[]) =>
      rows.map((row) => Object.values(row).filter((value) => !(value instanceof Date)));
    expect(timeless(later.bouts)).toEqual(timeless(plan.bouts));
    expect(timeless(later.programs)).toEqual(timeless(plan.programs));
  });

  it('pairs fighters of different camps and the same division, with three days of rest', () => {
    const daysOf = new Map<string, number[]>();
    for (const bout of plan.bouts) {
      const [red, blue] = [
        fighterOf.get(bout.red_fighter_id)!,
        fighterOf.get(bout.blue_fighter_id)!,
      ];
      expect(red.camp_id).not.toBe(blue.camp_id);
      expect(red.division_id).toBe(bout.division_id);
      expect(blue.division_id).toBe(bout.division_id);
      const day = Math.floor(
        (programOf.get(bout.program_id)!.starts_at.getTime() + 7 * 3_600_000) / 86_400_000,
      );
      for (const { fighter_id } of [red, blue]) {
        daysOf.set(fighter_id, [...(daysOf.get(fighter_id) ?? []), day]);
      }
    }
    for (const days of daysOf.values()) {
      const rests = days
        .sort((a, b) => a - b)
        .slice(1)
        .map((day, index) => day - days[index]!);
      expect(Math.min(...rests)).toBeGreaterThanOrEqual(3);
    }
  });

  it('has cards in every week of a year, with results by every method', () => {
    const past = plan.programs.filter((program) => program.starts_at < live.starts_at);
    expect(past.length).toBeGreaterThanOrEqual(52);
    const fought = plan.bouts.filter((bout) =>
      past.some(({ program_id }) => program_id === bout.program_id),
    );
    expect(fought.every((bout) => bout.winner !== null && bout.result_at !== null)).toBe(true);
    expect(new Set(fought.map((bout) => bout.method))).toEqual(
      new Set(['decision', 'tko', 'disqualification', 'forfeit', 'draw', 'cancelled']),
    );
    expect(new Set(fought.map((bout) => bout.winner))).toEqual(
      new Set(['red', 'blue', 'draw', 'none']),
    );
  });

  it('gives every fighter a record of a year, with different shares of wins', () => {
    const wins = plan.fighters.map(({ fighter_id }) => {
      const own = plan.bouts.filter(
        (bout) => bout.winner && [bout.red_fighter_id, bout.blue_fighter_id].includes(fighter_id),
      );
      const won = own.filter(
        (bout) =>
          (bout.winner === 'red' ? bout.red_fighter_id : bout.blue_fighter_id) === fighter_id &&
          bout.winner !== 'draw' &&
          bout.winner !== 'none',
      );
      expect(own.length).toBeGreaterThanOrEqual(8);
      return won.length / own.length;
    });
    expect(Math.max(...wins) - Math.min(...wins)).toBeGreaterThan(0.3);
  });
});

it('is consistent: each win is another fighter’s loss, rounds exist, and no result precedes its bout', () => {
  const sums = { wins: 0, losses: 0, draws: 0 };
  for (const { fighter_id } of plan.fighters) {
    for (const bout of plan.bouts) {
      const corner =
        bout.red_fighter_id === fighter_id
          ? 'red'
          : bout.blue_fighter_id === fighter_id
            ? 'blue'
            : null;
      if (corner === null || bout.winner === null || bout.winner === 'none') continue;
      if (bout.winner === 'draw') sums.draws += 1;
      else if (bout.winner === corner) sums.wins += 1;
      else sums.losses += 1;
    }
  }
  expect(sums.wins).toBe(sums.losses);
  expect(sums.draws % 2).toBe(0);
  const decided = plan.bouts.filter((bout) => bout.winner === 'red' || bout.winner === 'blue');
  expect(sums.wins).toBe(decided.length);
  for (const bout of plan.bouts) {
    expect(bout.result_round === null || bout.result_round <= bout.rounds).toBe(true);
    expect((bout.method === 'tko') <= (bout.result_round !== null)).toBe(true);
    expect(bout.result_at === null || bout.result_at > bout.starts_at).toBe(true);
    expect(bout.result_at === null || bout.result_at <= now).toBe(true);
    const live = plan.matchLives.find((row) => row.bout_id === bout.bout_id);
    expect(live === undefined || (live.status === 'ended') === (bout.winner !== null)).toBe(true);
  }
});

describe('tonight', () => {
  it('has a live with the main event in round 3 and 2:14 to go, after results and before other bouts', () => {
    expect(live.status).toBe('in_progress');
    expect(tonight).toHaveLength(9);
    const current = plan.matchLives.find(
      (row) => row.program_live_id === TONIGHT_LIVE_ID && row.status === 'in_progress',
    )!;
    expect(current).toMatchObject({ round_number: 3, resting: false });
    expect(180 - (now.getTime() - current.round_started_at!.getTime()) / 1000).toBe(134);
    const bout = tonight.find((row) => row.bout_id === current.bout_id)!;
    expect(bout).toMatchObject({ card_order: CURRENT_ORDER, main_event: true, winner: null });
    expect(fighterOf.get(bout.red_fighter_id)?.name_th).toBe('เพชรน้ำหนึ่ง');
    expect(fighterOf.get(bout.blue_fighter_id)?.name_th).toBe('สิงห์ดำ');
    expect(tonight.map((row) => row.winner !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('has short rounds and early bells for the story, from the current bout on', () => {
    const story = planSeason(now, STORY_PACE);
    const bouts = story.bouts.filter((bout) => bout.program_id === live.program_id);
    expect(bouts.map(({ round_s: length }) => length)).toEqual([
      ...Array.from({ length: CURRENT_ORDER - 1 }, () => 180),
      ...[40, 40, 40],
    ]);
    const current = story.matchLives.find((row) => row.status === 'in_progress')!;
    expect(current).toMatchObject({ round_number: 3, resting: false });
    expect(now.getTime() - current.round_started_at!.getTime()).toBe(5_000);
    const bells = bouts.map((bout) => bout.starts_at.getTime());
    expect(bells).toEqual(bells.toSorted((a, b) => a - b));
    expect(bells.at(-1)! - now.getTime()).toBeLessThan(10 * 60_000);
  });

  it('lists a coming premium live, an ended live and the cards of the next fortnight', () => {
    const premium = plan.lives.filter((row) => row.access === 'premium');
    expect(premium).toHaveLength(1);
    expect(premium[0]).toMatchObject({ status: 'not_started', price_coins: 99 });
    expect(premium[0]!.starts_at.getTime() - now.getTime()).toBeGreaterThan(3_600_000);
    expect(plan.lives.some((row) => row.status === 'ended' && row.ended_at! < now)).toBe(true);
    const coming = plan.programs.filter(
      (program) => program.starts_at.getTime() > now.getTime() + 86_400_000,
    );
    expect(coming.length).toBeGreaterThanOrEqual(4);
    expect(plan.lives.every((row) => (row.status === 'not_started') === row.starts_at > now)).toBe(
      true,
    );
  });

  it('conforms to the contract', () => {
    expect(
      Match.shape.round.safeParse({ number: 3, started_at: now.toISOString(), resting: false })
        .success,
    ).toBe(true);
    expect(plan.matchLives.filter((row) => row.status === 'in_progress')).toHaveLength(1);
  });
});
