import { useLingui } from '@lingui/react/macro';
import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { Pick, PickMethod } from '@sangwian/contract/rules/predict-pick';

/** Returns functions that describe picks and results. */
export function useGameWords() {
  const { t } = useLingui();
  const methodOf = (method: PickMethod): string =>
    ({
      decision: t`Decision`,
      tko: t`TKO`,
      disqualification: t`Disqualification`,
      forfeit: t`Walkover`,
    })[method];
  const winnerOf = (winner: Pick['winner']): string =>
    ({ red: t`Red corner`, draw: t`Draw`, blue: t`Blue corner` })[winner];
  const partsOf = (method: PickMethod | null, round: number | null): string[] => [
    ...(method === null ? [] : [methodOf(method)]),
    ...(round === null ? [] : [t`round ${round}`]),
  ];
  return {
    methodOf,
    winnerOf,
    pickWords: ({ winner, method, round }: Pick): string =>
      [winnerOf(winner), ...partsOf(method, round)].join(' · '),
    resultWords: ({ winner, method, round }: MatchResult): string => {
      if (winner === 'none' || method === 'cancelled') return t`Cancelled`;
      if (winner === 'draw' || method === 'draw') return t`Draw`;
      return [winnerOf(winner), ...partsOf(method, round)].join(' · ');
    },
  };
}
