import { useLingui } from '@lingui/react/macro';
import type { PastBout } from '@sangwian/contract/endpoints/fighters';

type Outcome = NonNullable<PastBout['outcome']>;
type Method = NonNullable<PastBout['method']>;

/** Returns functions that describe how a bout ended for one of its fighters, in the sport's terms. */
export function useOutcomeWords() {
  const { t } = useLingui();
  const nameOf = (outcome: Outcome): string =>
    ({ win: t`Win`, loss: t`Loss`, draw: t`Draw`, cancelled: t`Cancelled` })[outcome];
  const letterOf = (outcome: Outcome): string =>
    ({ win: t`W`, loss: t`L`, draw: t`D`, cancelled: '–' })[outcome];
  const methodOf = (method: Method): string =>
    ({
      decision: t`By decision`,
      tko: t`By TKO`,
      disqualification: t`By disqualification`,
      forfeit: t`By forfeit`,
      draw: t`Draw`,
      cancelled: t`Cancelled`,
    })[method];
  /**
   * Returns the outcome with its method, such as `Win by TKO`. Each combination is a separate message, because Thai
   * writes it as one word.
   */
  const resultOf = ({ outcome, method }: PastBout): string => {
    if (outcome === null) return t`Result hidden`;
    if (outcome === 'draw' || outcome === 'cancelled') return nameOf(outcome);
    if (outcome === 'win') {
      if (method === 'tko') return t`Win by TKO`;
      if (method === 'disqualification') return t`Win by disqualification`;
      return method === 'forfeit' ? t`Win by forfeit` : t`Win by decision`;
    }
    if (method === 'tko') return t`Loss by TKO`;
    if (method === 'disqualification') return t`Loss by disqualification`;
    return method === 'forfeit' ? t`Loss by forfeit` : t`Loss by decision`;
  };
  return { nameOf, letterOf, methodOf, resultOf };
}
