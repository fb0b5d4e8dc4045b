import type { Clock } from '../../../platform/time/clock.ts';
import type { Present } from '../push/push.module.ts';
import type { ReminderSubject } from './fire-reminders.ts';
import { liveOf, nameOf } from './reminder-notice.ts';
import { expiryOf } from './reminder-rules.ts';
import { reminderText } from './reminder-text.ts';
import type { RemindersStore, TargetRow } from './reminders.store.ts';
import { stateOf } from './target-state.ts';

/** Returns the path that a tap on the notification opens: the live, or else the programme. */
function pathOf(row: TargetRow): string {
  const live = liveOf(row);
  return live === null ? '/program' : `/live/${live}`;
}

/**
 * Creates the function that renders a reminder when it is sent. An obsolete reminder is not rendered, such as the start
 * of a cancelled bout.
 */
export function createPresent(store: RemindersStore, clock: Clock): Present {
  return async (subject, language) => {
    const { program_id: programId, bout_id: boutId, kind } = subject as ReminderSubject;
    const row = await store.findTarget(programId, boutId);
    if (row === undefined) return null;
    const now = clock();
    if (expiryOf(kind, stateOf(row, now), now) === null) return null;
    const thai = language === 'TH';
    const stadium = thai ? row.stadium_th : row.stadium_en;
    const text = reminderText(kind, language, {
      name: nameOf(row, thai),
      // For a bout, the place includes the card's title.
      place: boutId === null ? stadium : `${thai ? row.title_th : row.title_en} · ${stadium}`,
      startsAt: row.starts_at,
    });
    return { ...text, path: pathOf(row) };
  };
}
