import { z } from 'zod';
import type { BoutState } from '../lives/lives.module.ts';

/** How long the console offers to take an act back. */
const UNDO_OFFERED_MS = 10_000;
/** The server accepts the request for longer, because the network may be slow. */
const UNDO_MS_MAX = UNDO_OFFERED_MS + 5_000;

const time = z.iso
  .datetime()
  .transform((value) => new Date(value))
  .nullable();
/** The state before an act, as stored in the log. */
const Before = z.object({
  before: z.object({
    status: z.enum(['not_started', 'in_progress', 'ended']),
    roundNumber: z.number().nullable(),
    roundStartedAt: time,
    resting: z.boolean(),
    clockStoppedAt: time,
  }),
});

/**
 * Acts that their actor can take back for a short time. The start of a bout is not one of them, because it
 * closes the prediction sheets.
 */
const BRIEFLY_UNDOABLE: readonly string[] = ['round', 'rest', 'stop-clock', 'start-clock'];

/** Returns whether the log stores the state before this kind of act. */
export const isUndoable = (action: string): boolean =>
  action === 'end' || BRIEFLY_UNDOABLE.includes(action);

/** An act as stored in the log. */
interface LoggedAct {
  readonly action: string;
  readonly details: unknown;
  readonly staff_id: string | null;
  readonly created_at: Date;
}

/**
 * Returns the last act on a bout and until when the person can take it back; `null` if the person cannot.
 * `until` is `null` if the act ended the bout: that can be taken back without a time limit.
 */
export function undoOffer(
  last: LoggedAct,
  staffId: string,
  now: Date,
): { readonly action: string; readonly until: Date | null } | null {
  if (undoableState(last, staffId, now) === null) return null;
  if (last.action === 'end') return { action: 'end', until: null };
  const until = new Date(last.created_at.getTime() + UNDO_OFFERED_MS);
  return until > now ? { action: last.action, until } : null;
}

/**
 * Returns the state to restore when the last act on a bout is taken back; `null` if it cannot be taken back.
 * Any operator can reopen an ended bout until its result is recorded.
 */
export function undoableState(
  last: LoggedAct,
  staffId: string | undefined,
  now: Date,
): BoutState | null {
  const isOwn = last.staff_id !== null && last.staff_id === staffId;
  const isRecent = now.getTime() - last.created_at.getTime() <= UNDO_MS_MAX;
  if (last.action !== 'end' && !(BRIEFLY_UNDOABLE.includes(last.action) && isOwn && isRecent))
    return null;
  const parsed = Before.safeParse(last.details);
  return parsed.success ? parsed.data.before : null;
}
