/**
 * Dates are shown in Asia/Bangkok and in the Gregorian calendar, independent of the device. Thailand has used UTC+7
 * without daylight saving for over a century, so plain arithmetic is exact. Server and browser format dates
 * identically, so there is no hydration mismatch, and the Buddhist year of `th-TH` is avoided.
 */
const BANGKOK_OFFSET_MS = 7 * 60 * 60 * 1000;

type Instant = string | number | Date;

const inBangkok = (instant: Instant): Date =>
  new Date(new Date(instant).getTime() + BANGKOK_OFFSET_MS);

const two = (value: number): string => String(value).padStart(2, '0');

/** `DD/MM/YYYY`. */
export function formatDate(instant: Instant): string {
  const date = inBangkok(instant);
  return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
}

/** `YYYY-MM-DD`, the format of days in the API. */
export function isoDateInBangkok(instant: Instant): string {
  return inBangkok(instant).toISOString().slice(0, 10);
}

/** `HH:mm:ss`. */
export function formatTime(instant: Instant): string {
  return `${formatClock(instant)}:${two(inBangkok(instant).getUTCSeconds())}`;
}

/** `DD/MM/YYYY HH:mm:ss`. */
export const formatDateTime = (instant: Instant): string =>
  `${formatDate(instant)} ${formatTime(instant)}`;

/** `HH:mm`, for schedules. */
export function formatClock(instant: Instant): string {
  const date = inBangkok(instant);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** The number of whole Bangkok days from `from` to `to`: 0 on the same day, 1 tomorrow. */
export function bangkokDaysBetween(from: Instant, to: Instant): number {
  const day = (instant: Instant) => Math.floor(inBangkok(instant).getTime() / 86_400_000);
  return day(to) - day(from);
}

const EVENING_HOUR = 17;

/**
 * Names the day of a show by calendar days in Bangkok: `tonight` from 17:00 on, and from the day after tomorrow on the
 * number of days; `null` for past days.
 */
export function nameDay(
  instant: Instant,
  now: Instant,
): 'today' | 'tonight' | 'tomorrow' | number | null {
  const days = bangkokDaysBetween(now, instant);
  if (days < 0) return null;
  if (days > 0) return days === 1 ? 'tomorrow' : days;
  return inBangkok(instant).getUTCHours() < EVENING_HOUR ? 'today' : 'tonight';
}

/** The remaining time in whole units; all zero once it has passed. */
export interface Remaining {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export function remainingUntil(instant: Instant, now: Instant): Remaining {
  const left_s = Math.max(
    0,
    Math.ceil((new Date(instant).getTime() - new Date(now).getTime()) / 1000),
  );
  return {
    days: Math.floor(left_s / 86_400),
    hours: Math.floor((left_s % 86_400) / 3600),
    minutes: Math.floor((left_s % 3600) / 60),
    seconds: left_s % 60,
  };
}

/** `H:MM:SS` of less than a day. */
export const formatCountdown = ({ hours, minutes, seconds }: Remaining): string =>
  `${hours}:${two(minutes)}:${two(seconds)}`;
