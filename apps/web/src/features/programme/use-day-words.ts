import { useLingui } from '@lingui/react/macro';
import { bangkokDaysBetween, formatDate, isoDateInBangkok } from '@sangwian/i18n/format-date';
import { useDayWord } from '../../shared/times/use-day-word.ts';

/** Noon in Bangkok, so that formatting cannot shift the date to another day. */
const noonOf = (day: string): number => Date.parse(`${day}T05:00:00Z`);

/** Returns functions that name a day in Bangkok (`YYYY-MM-DD`). */
export function useDayWords(now_ms: number) {
  const { t } = useLingui();
  const today = isoDateInBangkok(now_ms);
  const dayWord = useDayWord(now_ms);
  const weekdays = [t`Sun`, t`Mon`, t`Tue`, t`Wed`, t`Thu`, t`Fri`, t`Sat`];
  return {
    isPast: (day: string): boolean => day < today,
    nameOf: (day: string): string => {
      // Days have no time, so the word of noon: today or tomorrow.
      const isSoon = bangkokDaysBetween(now_ms, noonOf(day)) <= 1;
      const word = isSoon ? dayWord(noonOf(day)) : null;
      return word ?? weekdays[new Date(noonOf(day)).getUTCDay()] ?? '';
    },
    /** `21/11`. */
    dateOf: (day: string): string => formatDate(noonOf(day)).slice(0, 5),
    /** `21/11/2026`. */
    fullDateOf: (day: string): string => formatDate(noonOf(day)),
  };
}
