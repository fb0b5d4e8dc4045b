import type {
  Fighter,
  FighterSummary,
  PastBout,
  RankedFighter,
} from '@sangwian/contract/endpoints/fighters';
import {
  brand,
  type DivisionId,
  type FighterId,
  type GymId,
  type MatchId,
  type ProgramId,
  type ProgramLiveId,
} from '@sangwian/contract/ids';
import type { Concealed } from '../../live/lives/lives.module.ts';
import type { EndingRow, FighterBoutRow, SummaryRow } from './fighter-rows.ts';
import { ageOn, outcomeOf, poundsToKilograms } from './fighter-rules.ts';
import type { Standing } from './ranking-rules.ts';

function presentLatest(row: SummaryRow): FighterSummary['latest_result'] {
  const { latest_winner: winner, latest_method: method, latest_corner: corner } = row;
  const { latest_program_id: programId, latest_starts_at: startsAt } = row;
  if (!winner || !method || !corner || !programId || !startsAt) return null;
  return {
    program_id: brand<ProgramId>(programId),
    starts_at: startsAt.toISOString(),
    outcome: outcomeOf(winner, corner),
    method,
    result_at: row.latest_result_at?.toISOString() ?? null,
  };
}

export const presentSummary = (row: SummaryRow): FighterSummary => ({
  fighter_id: brand<FighterId>(row.fighter_id),
  name: { th: row.name_th, en: row.name_en },
  nickname: { th: row.nickname_th, en: row.nickname_en },
  gym: { gym_id: brand<GymId>(row.camp_id), name: { th: row.camp_th, en: row.camp_en } },
  province: { th: row.province_th, en: row.province_en },
  division: {
    division_id: brand<DivisionId>(row.division_id),
    name: { th: row.division_th, en: row.division_en },
    weight_pounds_max: row.weight_pounds_max,
  },
  weight_pounds: row.weight_pounds,
  dominant_hand: row.stance === 'orthodox' ? 'right' : 'left',
  wins: row.wins,
  losses: row.losses,
  draws: row.draws,
  photo: row.photo,
  latest_result: presentLatest(row),
});

const presentBout = (row: FighterBoutRow) => ({
  match_id: brand<MatchId>(row.bout_id),
  program_id: brand<ProgramId>(row.program_id),
  program: { th: row.title_th, en: row.title_en },
  stadium: { th: row.stadium_th, en: row.stadium_en },
  starts_at: row.starts_at.toISOString(),
  corner: row.corner,
  weight_pounds: row.weight_pounds,
  rounds: row.rounds,
  opponent: {
    fighter_id: brand<FighterId>(row.opponent_id),
    name: { th: row.opponent_th, en: row.opponent_en },
    gym: { th: row.opponent_camp_th, en: row.opponent_camp_en },
  },
});

const NO_OUTCOME: Pick<PastBout, 'outcome' | 'method' | 'round' | 'result_at'> = {
  outcome: null,
  method: null,
  round: null,
  result_at: null,
};

/** Builds the response of bouts with a result. A concealed bout is returned without its outcome. */
export const presentPast = (rows: readonly FighterBoutRow[], { bouts }: Concealed): PastBout[] =>
  rows.flatMap((row): PastBout[] => {
    const { winner, method } = row;
    if (winner === null || method === null) return [];
    if (bouts.has(row.bout_id)) return [{ ...presentBout(row), ...NO_OUTCOME }];
    return [
      {
        ...presentBout(row),
        outcome: outcomeOf(winner, row.corner),
        method,
        round: row.result_round,
        result_at: row.result_at?.toISOString() ?? null,
      },
    ];
  });

const presentComing = (row: FighterBoutRow): Fighter['coming'][number] => ({
  ...presentBout(row),
  program_live_id: row.program_live_id === null ? null : brand<ProgramLiveId>(row.program_live_id),
});

function endingsOf(rows: readonly EndingRow[], won: boolean) {
  const endings = { decision: 0, tko: 0, disqualification: 0, forfeit: 0 };
  for (const { method, bouts, won: isWin } of rows) {
    if (isWin === won && method in endings) endings[method as keyof typeof endings] += bouts;
  }
  return endings;
}

export const presentRanked = (standing: Standing, row: SummaryRow): RankedFighter => ({
  rank: standing.rank,
  points: standing.points,
  season: {
    wins: standing.wins,
    tko_wins: standing.tkoWins,
    losses: standing.losses,
    draws: standing.draws,
  },
  fighter: presentSummary(row),
});

export function presentFighter(
  row: SummaryRow,
  parts: {
    readonly endings: readonly EndingRow[];
    /** Newest first, without cancelled bouts. */
    readonly fought: readonly FighterBoutRow[];
    readonly concealed: Concealed;
    readonly coming: readonly FighterBoutRow[];
    readonly ranking: { readonly standing: Standing; readonly of: number } | null;
    /** The current day in Bangkok. */
    readonly today: string;
  },
): Fighter {
  const { wins, losses, draws } = row;
  const fought = presentPast(parts.fought, parts.concealed);
  return {
    ...presentSummary(row),
    weight_kg: poundsToKilograms(row.weight_pounds),
    height_cm: row.height_cm,
    age: ageOn(row.born_on, parts.today),
    record: {
      bouts: wins + losses + draws,
      wins,
      losses,
      draws,
      wins_by: endingsOf(parts.endings, true),
      losses_by: endingsOf(parts.endings, false),
    },
    ranking:
      parts.ranking === null
        ? null
        : {
            rank: parts.ranking.standing.rank,
            of: parts.ranking.of,
            points: parts.ranking.standing.points,
          },
    last_five: fought.slice(0, 5),
    form: fought
      .slice(0, 10)
      .reverse()
      .flatMap(({ starts_at, outcome }) =>
        outcome === null ? [] : [{ date: starts_at, outcome }],
      ),
    coming: parts.coming.map(presentComing),
  };
}
