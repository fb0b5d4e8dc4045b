/** Longer than an evening of bouts, so that a mute lasts until its end. */
const MUTE_MS = 12 * 60 * 60_000;
/** Maximum number of mutes that this browser stores. The oldest mutes are forgotten. */
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
    // The storage is refused or its value is malformed: the list is empty.
    return [];
  }
}

/** Returns the members who are muted in this browser now. */
export const readMuted = (nowMs: number): string[] => readMutes(nowMs).map(([id]) => id);

/** Mutes a member in this browser for the evening, or unmutes the member. */
export function storeMuted(memberId: string, muted: boolean, nowMs: number): void {
  const others = readMutes(nowMs).filter(([id]) => id !== memberId);
  const mutes = muted ? [...others, [memberId, nowMs + MUTE_MS] as const] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(mutes.slice(-MUTED_MAX)));
  } catch {
    // The mute then lasts as long as the page.
  }
}
