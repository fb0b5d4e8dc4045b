/** An evening of fights with the hours around it. */
const MUTE_MS = 12 * 60 * 60_000;
/** Muted members that this browser remembers; the oldest are forgotten. */
const MUTED_MAX = 200;
const KEY = 'chat-muted';

/** The end of each mute, by member. */
type Mutes = readonly (readonly [memberId: string, untilMs: number])[];

const isMute = (entry: unknown): entry is Mutes[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';

function readMutes(nowMs: number): Mutes {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMute).filter(([, until]) => until > nowMs) : [];
  } catch {
    // No storage, or a malformed entry: the list is empty.
    return [];
  }
}

/** Returns the members whose messages this browser hides now. */
export const readMuted = (nowMs: number): string[] => readMutes(nowMs).map(([id]) => id);

/** Mutes a member in this browser for the evening, or ends that. */
export function storeMuted(memberId: string, muted: boolean, nowMs: number): void {
  const others = readMutes(nowMs).filter(([id]) => id !== memberId);
  const mutes = muted ? [...others, [memberId, nowMs + MUTE_MS] as const] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(mutes.slice(-MUTED_MAX)));
  } catch {
    // The mute then lasts as long as the page.
  }
}
