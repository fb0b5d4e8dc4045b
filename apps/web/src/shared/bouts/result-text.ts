import { useLingui } from '@lingui/react/macro';
import type { MatchResult } from '@sangwian/contract/endpoints/live';

/** Returns a function that formats a result in the sport's terms. */
export function useResultText(): (result: MatchResult) => string {
  const { t } = useLingui();
  return ({ winner, method, round }) => {
    if (method === 'cancelled') return t`Cancelled`;
    if (method === 'draw' || winner === 'draw' || winner === 'none') return t`Draw`;
    const corner = winner === 'red' ? t`Red corner` : t`Blue corner`;
    switch (method) {
      case 'tko':
        return round === null ? t`${corner} wins by TKO` : t`${corner} wins by TKO, round ${round}`;
      case 'decision':
        return t`${corner} wins by decision`;
      case 'disqualification':
        return t`${corner} wins by disqualification`;
      case 'forfeit':
        return t`${corner} wins by forfeit`;
    }
  };
}
