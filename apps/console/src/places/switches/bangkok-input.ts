const BANGKOK_MS = 7 * 3_600_000;

/** Returns an ISO time as the value of a `datetime-local` input in Bangkok's time, which has no summer time. */
export const toBangkokInput = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) + BANGKOK_MS).toISOString().slice(0, 16);

/** Returns the ISO time of such a value; `null` if it is empty. */
export const fromBangkokInput = (value: string): string | null =>
  value === '' ? null : new Date(`${value}:00+07:00`).toISOString();
