import { z } from 'zod';
import type { BoutState } from '../lives/lives.module.ts';

/** The console offers to take an act back for ten seconds. */
const UNDO_OFFERED_MS = 10_000;
/** The rest is for a slow network. */
const UNDO_MS_MAX = UNDO_OFFERED_MS + 5_000;

const time = z.iso
  .datetime()
  .transform((value) => new Date(value))
  .nullable();
/** The state before an act, as the log keeps it. */
const Before = z.object({
  before: z.object({
    status: z.enum(['not_started', 'in_progress', 'ended']),
    roundNumber: z.number().nullable(),
    roundStartedAt: time,
    resting: z.boolean(),
    clockStoppedAt: time,
  }),
});

/** Acts that one person takes back shortly after. The bell of a bout closes prediction sheets, so it is none of them. */
const SHORTLY: readonly string[] = ['round', 'rest', 'stop-clock', 'start-clock'];

/** Returns whether the log of an act keeps the state before it. */
export const isUndoable = (action: string): boolean => action === 'end' || SHORTLY.includes(action);

/** An act as the log keeps it. */
interface LoggedAct {
  readonly action: string;
  readonly details: unknown;
  readonly staff_id: string | null;
  readonly created_at: Date;
}

/** Returns until when a person can take the last act of a bout back, without a time for its end; `null`: not at all. */
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
 * Returns the state that taking back the last act of a bout restores; `null` if it cannot be taken back. An ended bout
 * can be reopened by anyone until its result is recorded.
 */
export function undoableState(
  last: LoggedAct,
  staffId: string | undefined,
  now: Date,
): BoutState | null {
  const isOwn = last.staff_id !== null && last.staff_id === staffId;
  const isRecent = now.getTime() - last.created_at.getTime() <= UNDO_MS_MAX;
  if (last.action !== 'end' && !(SHORTLY.includes(last.action) && isOwn && isRecent)) return null;
  const parsed = Before.safeParse(last.details);
  return parsed.success ? parsed.data.before : null;
}
