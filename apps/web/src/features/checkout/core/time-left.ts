import { formatCountdown, remainingUntil } from '@sangwian/i18n/format-date';

/** Formats the remaining time as `M:SS`, or `H:MM:SS` from one hour on. */
export function timeLeft(until: string, now_ms: number): string {
  const left = remainingUntil(until, now_ms);
  const hours = left.days * 24 + left.hours;
  return hours > 0
    ? formatCountdown({ ...left, hours })
    : `${left.minutes}:${String(left.seconds).padStart(2, '0')}`;
}
