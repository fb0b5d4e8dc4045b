import { formatDate } from '@sangwian/i18n/format-date';

export interface LocalTime {
  /** `HH:mm`. */
  readonly clock: string;
  /** `DD/MM`, if the day differs from the day in Bangkok. */
  readonly date: string | null;
}

/**
 * Returns the time of an instant in a time zone, by the zone's clocks on that day.
 *
 * @param timeZone the zone's IANA name; without it, the zone of the browser
 */
export function localTimeOf(instant: string, timeZone?: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  );
  const date = `${parts.day}/${parts.month}`;
  return {
    clock: `${parts.hour}:${parts.minute}`,
    date: formatDate(instant).startsWith(date) ? null : date,
  };
}
