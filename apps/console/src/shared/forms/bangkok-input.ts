/** Thailand has used this offset without change since 1920. */
const OFFSET = '+07:00';
const OFFSET_MS = 7 * 3_600_000;
const MINUTE_CHARS = 16;

/** Formats a time for an input, in Bangkok time: `2026-11-21T18:30`; empty without a time. */
export const toBangkokInput = (iso: string | null): string =>
  iso === null ? '' : new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, MINUTE_CHARS);

/**
 * Converts the text of an input from Bangkok time to UTC. Returns an incomplete text unchanged; the schema then refuses
 * it.
 */
export function fromBangkokInput(text: string): string {
  const at = new Date(`${text}:00${OFFSET}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

const DAY_MS = 86_400_000;
const DAY_CHARS = 10;

/**
 * Returns the start in UTC of a Bangkok day (`2026-11-21`), or of a day after it; `undefined` for an incomplete date.
 */
export function bangkokDayStart(day: string, daysLater = 0): string | undefined {
  // JavaScript engines parse `2026-11` differently.
  const start = day.length === DAY_CHARS ? Date.parse(`${day}T00:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * DAY_MS).toISOString();
}
