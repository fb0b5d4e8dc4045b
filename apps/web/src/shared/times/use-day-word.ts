import { useLingui } from '@lingui/react/macro';
import { nameDay } from '@sangwian/i18n/format-date';

/**
 * Returns a function that names the day of a show by calendar days in Bangkok: `Today`, `Tonight`, `Tomorrow`,
 * `In 3 days`; `null` for past days.
 *
 * @param nowMs the time of the render; with 0, which stands for an unknown time, no day has a name
 */
export function useDayWord(nowMs: number): (instant: string | number) => string | null {
  const { t } = useLingui();
  return (instant) => {
    const name = nowMs === 0 ? null : nameDay(instant, nowMs);
    if (name === null) return null;
    if (typeof name === 'number') return t`In ${name} days`;
    return { today: t`Today`, tonight: t`Tonight`, tomorrow: t`Tomorrow` }[name];
  };
}
