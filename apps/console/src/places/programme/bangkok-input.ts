/** Thailand has had no other offset since 1920. */
const OFFSET = '+07:00';
const OFFSET_MS = 7 * 3_600_000;
const MINUTE_CHARS = 16;

/** Returns a time as an input shows it, in Bangkok: `2026-11-21T18:30`. */
export const toBangkokInput = (iso: string): string =>
  new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(0, MINUTE_CHARS);

/** Returns the time of an input in Bangkok, in UTC; an incomplete one is returned as typed, which the schema refuses. */
export function fromBangkokInput(text: string): string {
  const at = new Date(`${text}:00${OFFSET}`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
