export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Thailand's offset has not changed since 1920. */
const OFFSET_MS = 7 * HOUR_MS;

/** Returns the last midnight in Bangkok at or before a time. */
export const bangkokMidnight = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS);

export const addMs = (start: Date, ms: number): Date => new Date(start.getTime() + ms);
