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

export interface WantedReminder {
  readonly programId: ProgramId;
  /** `null`: the card as a whole. */
  readonly matchId: MatchId | null;
  readonly leads: readonly ReminderLead[];
}

/**
 * Sets what a member is told of a card or a bout, in place of what it was; without leads it is told nothing.
 *
 * @returns what holds now
 * @throws {ApiError} `match_not_found`; `reminder_too_late` where none of it is still ahead; `reminder_limit_reached`
 */
export async function setReminder(
  { db, clock }: SetDeps,
  memberId: MemberId,
  { programId, matchId, leads }: WantedReminder,
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
    const target = await store.holdTarget(programId, matchId, row.starts_at);
    // It was over a moment ago.
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
