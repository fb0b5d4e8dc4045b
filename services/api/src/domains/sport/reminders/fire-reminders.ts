import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { attemptEach } from '../../../platform/jobs/attempt-each.ts';
import { addNotices } from '../../../platform/notices/add-notices.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Push } from '../push/push.module.ts';
import { noticeOf } from './reminder-notice.ts';
import {
  changeOf,
  expiryOf,
  isRemovable,
  LEADS,
  leadsAhead,
  type ReminderKind,
} from './reminder-rules.ts';
import { type PlannedTargetRow, RemindersStore } from './reminders.store.ts';
import { stateOf } from './target-state.ts';

const TARGETS_MAX = 5_000;
/** Maximum number of members whose reminders one transaction enqueues. */
const MEMBERS_MAX = 1_000;

export interface FireDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly push: Pick<Push, 'enqueue'>;
}

/** The data from which a reminder is rendered when it is sent. */
export interface ReminderSubject {
  readonly program_id: string;
  readonly bout_id: string | null;
  readonly kind: ReminderKind;
}

/**
 * Plans the reminders of a card or bout again after it was moved, cancelled or restored. Several nodes may run this
 * concurrently.
 *
 * @returns whether the card or bout had changed
 */
async function replan({ db, clock }: FireDeps, row: PlannedTargetRow): Promise<boolean> {
  const { reminder_target_id: targetId } = row;
  const target = stateOf(row, clock());
  const notified = { startsAt: row.told_starts_at, cancelled: row.told_cancelled };
  if (changeOf(notified, target, clock()) === null) return false;
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
    if (change !== 'shifted') await store.notifyAll(targetId, change);
    await store.planAll(targetId, leadsAhead(LEADS, target, now));
    await store.updateTarget(targetId, target.startsAt, target.cancelled);
  });
  return true;
}

/**
 * Enqueues the due messages of one kind and writes their notices. One transaction deletes a member's plan, enqueues the
 * message and writes the notice.
 */
async function notify(
  { db, bus, clock, push }: FireDeps,
  row: PlannedTargetRow,
  kind: ReminderKind,
  until: Date,
): Promise<void> {
  const { reminder_target_id: targetId, program_id, bout_id } = row;
  const subject: ReminderSubject = { program_id, bout_id, kind };
  // The topic contains the start time, so that a changed time leads to a new message.
  const topic = `${targetId} ${kind} ${row.starts_at.toISOString()}`;
  const urgency = kind === 'start' ? 'high' : 'normal';
  const about = noticeOf(row, kind);
  for (let taken = MEMBERS_MAX; taken === MEMBERS_MAX; ) {
    const members = await db.transaction().execute(async (trx) => {
      const memberIds = (await new RemindersStore(trx).take(
        targetId,
        kind,
        MEMBERS_MAX,
      )) as MemberId[];
      const message = { topic, subject, urgency, expiresAt: until } as const;
      if (memberIds.length > 0) await push.enqueue(trx, memberIds, message);
      const notices = memberIds.map((memberId) => ({ memberId, key: `reminder:${topic}`, about }));
      await addNotices(trx, clock(), notices);
      return memberIds;
    });
    if (members.length > 0) bus.publish('notices:changed', { memberIds: members });
    taken = members.length;
  }
}

/**
 * Enqueues the due reminders of a card or bout, unless it had to be planned again first.
 *
 * @returns whether the reminders were planned again; another pass must then enqueue the due ones
 */
async function fire(deps: FireDeps, row: PlannedTargetRow): Promise<boolean> {
  if (await replan(deps, row)) return true;
  const now = deps.clock();
  const target = stateOf(row, now);
  for (const kind of row.waiting) {
    const until = expiryOf(kind, target, now);
    if (until !== null) await notify(deps, row, kind, until);
  }
  if (isRemovable(target, now))
    await new RemindersStore(deps.db).removeTarget(row.reminder_target_id);
  return false;
}

/** Processes each card and bout with reminders once. @returns whether reminders of any were planned again */
async function fireOnce(deps: FireDeps): Promise<boolean> {
  let isReplanned = false;
  await attemptEach(
    await new RemindersStore(deps.db).findTargets(TARGETS_MAX),
    (row) => `reminders of target ${row.reminder_target_id}`,
    async (row) => {
      isReplanned = (await fire(deps, row)) || isReplanned;
    },
  );
  return isReplanned;
}

/**
 * Plans the reminders of all changed cards and bouts again, and enqueues the due ones. Safe against crashes and
 * concurrent nodes.
 */
export async function fireReminders(deps: FireDeps): Promise<void> {
  if (await fireOnce(deps)) await fireOnce(deps);
}
