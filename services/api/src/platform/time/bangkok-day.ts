/** Thailand has had no other offset since 1920. */
const OFFSET_MS = 7 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** The day that it is in Bangkok, `YYYY-MM-DD`. */
export const bangkokDay = (now: Date): string =>
  new Date(now.getTime() + OFFSET_MS).toISOString().slice(0, 10);

/** When a day (`YYYY-MM-DD`) begins in Bangkok. */
export const startOfBangkokDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);

/** When it ends there: the first moment of the next. */
export const endOfBangkokDay = (day: string): Date =>
  new Date(startOfBangkokDay(day).getTime() + DAY_MS);
