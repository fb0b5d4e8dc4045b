import type { MemberId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Push } from '../push/push.module.ts';
import {
  changeOf,
  isForgotten,
  LEADS,
  leadsAhead,
  type ReminderKind,
  tellUntil,
} from './reminder-rules.ts';
import { RemindersStore, type WatchedRow } from './reminders.store.ts';
import { stateOf } from './target-state.ts';

const TARGETS_MAX = 5_000;
/** Members that one transaction hands over. */
const MEMBERS_MAX = 1_000;

export interface FireDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly push: Pick<Push, 'enqueue'>;
}

/** What a message is about; what it says is made of this when it is sent. */
export interface ReminderSubject {
  readonly program_id: string;
  readonly bout_id: string | null;
  readonly kind: ReminderKind;
}

/** Plans a target anew where it was moved, called off or put back; of two at once the second finds it done. */
async function follow({ db, clock }: FireDeps, row: WatchedRow): Promise<boolean> {
  const { reminder_target_id: targetId } = row;
  const target = stateOf(row, clock());
  const told = { startsAt: row.told_starts_at, cancelled: row.told_cancelled };
  if (changeOf(told, target, clock()) === null) return false;
  await db.transaction().execute(async (trx) => {
    const store = new RemindersStore(trx);
    const now = clock();
    const before = await store.lockTarget(targetId);
    if (before === undefined) return;
    const change = changeOf(
      { startsAt: before.starts_at, cancelled: before.cancelled },
      target,
      now,
    );
    if (change === null) return;
    await store.dropPlans(targetId);
    if (change !== 'shifted') await store.tellAll(targetId, change);
    await store.planAll(targetId, leadsAhead(LEADS, target, now));
    await store.tellTarget(targetId, target.startsAt, target.cancelled);
  });
  return true;
}

/** Hands everybody who is to be told of this to the queue of messages, each once: row and message in one transaction. */
async function tell(
  { db, push }: FireDeps,
  row: WatchedRow,
  kind: ReminderKind,
  until: Date,
): Promise<void> {
  const { reminder_target_id: targetId, program_id, bout_id } = row;
  const subject: ReminderSubject = { program_id, bout_id, kind };
  // A time that was told before and is told again is news again.
  const topic = `${targetId} ${kind} ${row.starts_at.toISOString()}`;
  const urgency = kind === 'start' ? 'high' : 'normal';
  for (let taken = MEMBERS_MAX; taken === MEMBERS_MAX; ) {
    taken = await db.transaction().execute(async (trx) => {
      const members = await new RemindersStore(trx).take(targetId, kind, MEMBERS_MAX);
      const message = { topic, subject, urgency, expiresAt: until } as const;
      if (members.length > 0) await push.enqueue(trx, members as MemberId[], message);
      return members.length;
    });
  }
}

/** Does for one target what is due. */
async function fire(deps: FireDeps, row: WatchedRow): Promise<void> {
  // What changed is looked at anew with the next look.
  if (await follow(deps, row)) return;
  const now = deps.clock();
  const target = stateOf(row, now);
  for (const kind of row.waiting) {
    const until = tellUntil(kind, target, now);
    if (until !== null) await tell(deps, row, kind, until);
  }
  if (isForgotten(target, now))
    await new RemindersStore(deps.db).removeTarget(row.reminder_target_id);
}

/**
 * Looks at everything that somebody is reminded of, and hands what is due to the queue of messages. A crash leaves what
 * was; nodes that do it at the same time share it.
 */
export async function fireReminders(deps: FireDeps): Promise<void> {
  for (const row of await new RemindersStore(deps.db).findWatched(TARGETS_MAX)) {
    try {
      await fire(deps, row);
    } catch (err) {
      deps.logger.error({ err, target: row.reminder_target_id }, 'reminders are not told');
    }
  }
}
