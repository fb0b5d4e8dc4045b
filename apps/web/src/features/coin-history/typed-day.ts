import { toAsciiDigits } from '@sangwian/i18n/format-number';

const DIGITS_MAX = 8;
/** Years above this limit are taken as Buddhist years, which Thai fans may type. */
const BUDDHIST_YEARS_AHEAD = 543;
const BUDDHIST_YEAR_MIN = 2400;

/** Formats a partly typed day as `DD/MM/YYYY`. */
export function formatTyped(text: string): string {
  const digits = toAsciiDigits(text).replace(/\D/g, '').slice(0, DIGITS_MAX);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** Returns whether day, month and year are complete. The date may still be invalid. */
export const isComplete = (text: string): boolean => /^\d{2}\/\d{2}\/\d{4}$/.test(text);

/** Converts `DD/MM/YYYY` to `YYYY-MM-DD`; `null` for an invalid day. */
export function readTyped(text: string): string | null {
  const [, day, month, typedYear] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || typedYear === undefined) return null;
  const year = Number(typedYear);
  const gregorian = year >= BUDDHIST_YEAR_MIN ? year - BUDDHIST_YEARS_AHEAD : year;
  const iso = `${String(gregorian).padStart(4, '0')}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** Converts `YYYY-MM-DD` to `DD/MM/YYYY`. */
export const showDay = (iso: string | null): string =>
  iso === null ? '' : iso.split('-').reverse().join('/');
