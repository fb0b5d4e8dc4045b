export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Thailand has had no other offset since 1920. */
const OFFSET_MS = 7 * HOUR_MS;

/** Midnight in Bangkok, at or before this moment. */
export const bangkokMidnight = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS);

export const after = (start: Date, ms: number): Date => new Date(start.getTime() + ms);
