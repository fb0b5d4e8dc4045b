import { LIMITS } from '../limits.ts';

const OLDEST_YEARS = 120;

/** Returns `YYYY-MM-DD` of a Gregorian date; `null` if there is no such day. */
export function toIsoDate(day: number, month: number, year: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1_000 ? date.toISOString().slice(0, 10) : null;
}

/** Whole years from a birth date to `today`, both `YYYY-MM-DD`. People born on 29 February turn older on 1 March. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** Returns why a birth date is refused at registration; `null`: it is accepted. */
export function judgeBirthDate(
  birthDate: string,
  today: string,
): 'impossible' | 'too_young' | null {
  if (birthDate > today || ageOn(birthDate, today) > OLDEST_YEARS) return 'impossible';
  return ageOn(birthDate, today) < LIMITS.ageYearsMin ? 'too_young' : null;
}
