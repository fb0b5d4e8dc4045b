import type { Reminder, ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { MatchId, MemberId, ProgramId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { LEADS, leadsAhead } from './reminder-rules.ts';
import { RemindersStore } from './reminders.store.ts';
import { stateOf } from './target-state.ts';

export interface SetDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

export interface ReminderInput {
  readonly programId: ProgramId;
  /** `null` for the whole card. */
  readonly matchId: MatchId | null;
  readonly leads: readonly ReminderLead[];
}

/**
 * Replaces a member's reminder of a card or bout. An empty list of lead times removes the reminder.
 *
 * @returns the reminder, or `null` if it was removed
 * @throws {ApiError} `match_not_found`; `reminder_too_late` if no lead time is in the future; `reminder_limit_reached`
 */
export async function setReminder(
  { db, clock }: SetDeps,
  memberId: MemberId,
  { programId, matchId, leads }: ReminderInput,
): Promise<Reminder | null> {
  return db.transaction().execute(async (trx) => {
    const store = new RemindersStore(trx);
    const row = await store.findTarget(programId, matchId);
    if (row === undefined) throw new ApiError('match_not_found');
    if (leads.length === 0) {
      await store.removeReminder(programId, matchId, memberId);
      return null;
    }
    const now = clock();
    const ahead = leadsAhead(leads, stateOf(row, now), now);
    if (ahead.length === 0) throw new ApiError('reminder_too_late');
    await store.lockMember(memberId);
    const target = await store.lockTargetShared(programId, matchId, row.starts_at);
    // The target was removed in the meantime.
    if (target === undefined) throw new ApiError('reminder_too_late');
    const kept = LEADS.filter((lead) => leads.includes(lead));
    const isNew = await store.setReminder(target.reminder_target_id, memberId, kept);
    if (isNew && (await store.countOf(memberId)) > LIMITS.remindersMax) {
      throw new ApiError('reminder_limit_reached');
    }
    await store.planOf(target.reminder_target_id, memberId, ahead);
    return { program_id: programId, match_id: matchId, leads: kept };
  });
}
