import type { Fighter, FighterSummary, PastBout } from '@sangwian/contract/endpoints/fighters';
import type { ShownProgram } from '../../shared/in-step/use-reached.ts';

/** Returns the stadium time that the fan's video of a programme has reached. */
type ReachedOf = (program: ShownProgram) => number;

type Result = ShownProgram & NonNullable<FighterSummary['latest_result']>;

/** Returns whether a result is later than the fan's video. */
const isSpoiler = (
  result: ShownProgram & Pick<Result, 'result_at'>,
  reachedOf: ReachedOf,
): boolean => result.result_at !== null && Date.parse(result.result_at) > reachedOf(result);

/** Returns the totals of a fighter without a given bout. */
function without<Sums extends Pick<FighterSummary, 'wins' | 'losses' | 'draws'>>(
  sums: Sums,
  { outcome }: Result,
): Sums {
  return {
    ...sums,
    wins: sums.wins - (outcome === 'win' ? 1 : 0),
    losses: sums.losses - (outcome === 'loss' ? 1 : 0),
    draws: sums.draws - (outcome === 'draw' ? 1 : 0),
  };
}

type Endings = Fighter['record']['wins_by'];

const withoutEnding = (endings: Endings, { method }: Result): Endings =>
  method in endings ? { ...endings, [method]: endings[method as keyof Endings] - 1 } : endings;

/** Returns the past bouts that the fan's video has reached. */
export const boutsAsOf = (bouts: readonly PastBout[], reachedOf: ReachedOf): PastBout[] =>
  bouts.filter((bout) => !isSpoiler(bout, reachedOf));

/**
 * Returns a fighter of a list without spoilers. A fighter has one bout per evening, so only the latest result can be a
 * spoiler.
 */
export const summaryAsOf = (fighter: FighterSummary, reachedOf: ReachedOf): FighterSummary => {
  const { latest_result: latest } = fighter;
  return latest !== null && isSpoiler(latest, reachedOf) ? without(fighter, latest) : fighter;
};

/** Returns the data of a fighter's page without spoilers. */
export function fighterAsOf(fighter: Fighter, reachedOf: ReachedOf): Fighter {
  const { latest_result: latest, record, form } = fighter;
  if (latest === null || !isSpoiler(latest, reachedOf)) return fighter;
  const { outcome } = latest;
  return {
    ...without(fighter, latest),
    record: {
      ...without(record, latest),
      bouts: record.bouts - 1,
      wins_by: outcome === 'win' ? withoutEnding(record.wins_by, latest) : record.wins_by,
      losses_by: outcome === 'loss' ? withoutEnding(record.losses_by, latest) : record.losses_by,
    },
    last_five: boutsAsOf(fighter.last_five, reachedOf),
    form: form.filter(({ date }) => date !== latest.starts_at),
  };
}
