import type { Program } from '@sangwian/contract/endpoints/program';
import {
  changeTimesOfMatch,
  matchesAsOf,
  withoutResult,
} from '../../shared/in-step/matches-as-of.ts';

/**
 * Returns a card as of the stadium time that the fan's video shows. While that time is unknown (`-Infinity`), only the
 * results are left out, so that the layout does not shift.
 */
export function programAsOf(program: Program, atMs: number): Program {
  const { matches, live, status } = program;
  if (matches.flatMap(changeTimesOfMatch).every((moment) => moment <= atMs)) return program;
  if (atMs === Number.NEGATIVE_INFINITY) {
    const hidden = matches.map((match) =>
      match.result_at === null ? match : withoutResult(match),
    );
    return { ...program, matches: hidden };
  }
  // For a fan whose video is behind, an ended card is still in progress.
  const asOf = (shown: typeof status) => (shown === 'ended' ? 'in_progress' : shown);
  return {
    ...program,
    status: asOf(status),
    live: live === null ? null : { ...live, status: asOf(live.status) },
    matches: matchesAsOf(matches, atMs),
  };
}
