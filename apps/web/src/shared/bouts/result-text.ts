import { useLingui } from '@lingui/react/macro';
import type { MatchFighter, MatchResult } from '@sangwian/contract/endpoints/live';
import { useLanguage } from '../language/use-language.ts';

/** The fighters of a bout by corner. */
export type NamedCorners = Readonly<Record<'red' | 'blue', Pick<MatchFighter, 'name'>>>;

/** Returns a function that formats a result by the winner's name, in the sport's terms. */
export function useResultText(): (result: MatchResult, corners: NamedCorners) => string {
  const { t } = useLingui();
  const { text } = useLanguage();
  return ({ winner, method, round }, corners) => {
    if (method === 'cancelled') return t`Cancelled`;
    if (method === 'draw' || winner === 'draw' || winner === 'none') return t`Draw`;
    const name = text(corners[winner].name);
    switch (method) {
      case 'tko':
        return round === null ? t`${name} wins by TKO` : t`${name} wins by TKO, round ${round}`;
      case 'decision':
        return t`${name} wins by decision`;
      case 'disqualification':
        return t`${name} wins by disqualification`;
      case 'forfeit':
        return t`${name} wins by forfeit`;
    }
  };
}
