import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { Bilingual, MatchResult } from '@sangwian/contract/endpoints/live';
import { useLanguage } from '../language/language.ts';

const METHODS: Record<MatchResult['method'] | 'no_contest', MessageDescriptor> = {
  decision: msg`Decision`,
  tko: msg`TKO`,
  disqualification: msg`Disqualification`,
  forfeit: msg`Forfeit`,
  draw: msg`Draw`,
  cancelled: msg`Cancelled`,
  no_contest: msg`No contest`,
};

/** The names of acts in the log. */
const ACTS: Readonly<Record<string, MessageDescriptor>> = {
  'live-start': msg`started the live`,
  'live-end': msg`ended the live`,
  'live-cancel': msg`cancelled the live`,
  start: msg`rang the bell`,
  round: msg`began the next round`,
  rest: msg`ended the round`,
  'stop-clock': msg`stopped the clock`,
  'start-clock': msg`started the clock`,
  end: msg`ended the bout`,
  undo: msg`took the last step back`,
  result: msg`recorded the result`,
  confirm: msg`confirmed the result`,
  withdraw: msg`withdrew the result`,
  correct: msg`corrected the result`,
  cancel: msg`cancelled the bout`,
  'no-contest': msg`declared no contest`,
  gifts: msg`switched the gifts`,
  'draw-refunds': msg`changed the rule for a draw`,
  substitute: msg`substituted a fighter`,
};

interface NamedBout {
  readonly result: MatchResult | null;
  readonly red: { readonly name: Bilingual };
  readonly blue: { readonly name: Bilingual };
}

/** Returns functions that name bouts, fighters and acts in the displayed language. */
export function useNames() {
  const { i18n } = useLingui();
  const language = useLanguage();
  const of = (text: Bilingual): string => (language === 'TH' ? text.th : text.en) || text.en;
  return {
    of,
    method: (method: keyof typeof METHODS): string => i18n._(METHODS[method]),
    act: (action: string): string => {
      const known = ACTS[action];
      return known === undefined ? action : i18n._(known);
    },
    winner: ({ result, red, blue }: NamedBout): string | null => {
      if (result?.winner === 'red') return of(red.name);
      return result?.winner === 'blue' ? of(blue.name) : null;
    },
  };
}
