/** Thailand's UTC offset, unchanged since 1920. */
const OFFSET_MS = 7 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the current day in Bangkok, `YYYY-MM-DD`. */
export const bangkokDay = (now: Date): string =>
  new Date(now.getTime() + OFFSET_MS).toISOString().slice(0, 10);

/** Returns a time in Bangkok, `YYYY-MM-DD HH:MM:SS`. */
export const bangkokTime = (at: Date): string =>
  new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the start of a day (`YYYY-MM-DD`) in Bangkok. */
export const startOfBangkokDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);

/** Returns the end of a day in Bangkok, which is the start of the next day. */
export const endOfBangkokDay = (day: string): Date =>
  new Date(startOfBangkokDay(day).getTime() + DAY_MS);
