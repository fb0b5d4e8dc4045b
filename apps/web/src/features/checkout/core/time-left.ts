import { formatCountdown, remainingUntil } from '@sangwian/i18n/format-date';

/** `M:SS` under an hour: what a fan reads as minutes. */
export function timeLeft(until: string, now_ms: number): string {
  const left = remainingUntil(until, now_ms);
  const hours = left.days * 24 + left.hours;
  return hours > 0
    ? formatCountdown({ ...left, hours })
    : `${left.minutes}:${String(left.seconds).padStart(2, '0')}`;
}
