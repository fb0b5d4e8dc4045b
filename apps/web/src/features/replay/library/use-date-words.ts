import { useLingui } from '@lingui/react/macro';
import { bangkokDaysBetween, formatClock, isoDateInBangkok } from '@sangwian/i18n/format-date';

/** Noon in Bangkok: no time zone offset turns it into another day. */
const noonOf = (day: string): Date => new Date(`${day}T05:00:00Z`);

/** Returns a function that writes a date in words: `Yesterday, Monday 23 November 2026`. */
export function useDateWords(nowMs: number): (instant: string) => string {
  const { t } = useLingui();
  const weekdays = [
    ...[t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`],
    ...[t`Thursday`, t`Friday`, t`Saturday`],
  ];
  const months = [
    ...[t`January`, t`February`, t`March`, t`April`, t`May`, t`June`],
    ...[t`July`, t`August`, t`September`, t`October`, t`November`, t`December`],
  ];
  return (instant) => {
    const noon = noonOf(isoDateInBangkok(instant));
    const [weekday, month] = [weekdays[noon.getUTCDay()], months[noon.getUTCMonth()]];
    const [day, year] = [noon.getUTCDate(), noon.getUTCFullYear()];
    const ago = bangkokDaysBetween(instant, nowMs);
    const time = formatClock(instant);
    if (ago === 0) return t`Today, ${time}`;
    if (ago === 1) return t`Yesterday, ${day} ${month} ${year}`;
    return t`${weekday} ${day} ${month} ${year}`;
  };
}
