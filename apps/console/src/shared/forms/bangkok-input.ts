/** Thailand has had no other offset since 1920. */
const OFFSET = '+07:00';
const OFFSET_MS = 7 * 3_600_000;
const MINUTE_CHARS = 16;

/** Returns a time as an input shows it, in Bangkok: `2026-11-21T18:30`; empty without a time. */
export const toBangkokInput = (iso: string | null): string =>
  iso === null ? '' : new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, MINUTE_CHARS);

/** Returns the time of an input in Bangkok, in UTC; an incomplete one is returned as typed, which the schema refuses. */
export function fromBangkokInput(text: string): string {
  const at = new Date(`${text}:00${OFFSET}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

const DAY_MS = 86_400_000;
const DAY_CHARS = 10;

/** Returns the beginning of a day of Bangkok (`2026-11-21`), or of a later one, in UTC; `undefined` if it is incomplete. */
export function bangkokDayStart(day: string, daysLater = 0): string | undefined {
  // Engines read `2026-11` in different ways.
  const start = day.length === DAY_CHARS ? Date.parse(`${day}T00:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * DAY_MS).toISOString();
}
