import type { Program } from '@sangwian/contract/endpoints/program';
import {
  changeTimesOfMatch,
  matchesAsOf,
  withoutResult,
} from '../../shared/in-step/matches-as-of.ts';

/**
 * A card as the fan's picture of it has come. Before that is known (`-Infinity`) its results alone are left out, so that
 * nothing on the page moves when they come.
 */
export function programAsOf(program: Program, atMs: number): Program {
  const { matches, live, status } = program;
  if (matches.flatMap(changeTimesOfMatch).every((moment) => moment <= atMs)) return program;
  if (atMs === Number.NEGATIVE_INFINITY) {
    const untold = matches.map((match) =>
      match.result_at === null ? match : withoutResult(match),
    );
    return { ...program, matches: untold };
  }
  // Who is behind sees the evening to its end.
  const asOf = (shown: typeof status) => (shown === 'ended' ? 'in_progress' : shown);
  return {
    ...program,
    status: asOf(status),
    live: live === null ? null : { ...live, status: asOf(live.status) },
    matches: matchesAsOf(matches, atMs),
  };
}
