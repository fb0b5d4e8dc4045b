/** Thailand has had no other offset since 1920. */
const OFFSET_MS = 7 * 60 * 60_000;

/** The day that it is in Bangkok, `YYYY-MM-DD`. */
export const bangkokDay = (now: Date): string =>
  new Date(now.getTime() + OFFSET_MS).toISOString().slice(0, 10);
