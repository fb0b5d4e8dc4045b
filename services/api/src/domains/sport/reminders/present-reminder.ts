import type { Clock } from '../../../platform/time/clock.ts';
import type { Present } from '../push/push.module.ts';
import type { ReminderSubject } from './fire-reminders.ts';
import { tellUntil } from './reminder-rules.ts';
import { remindWith } from './reminder-words.ts';
import type { RemindersStore, TargetRow } from './reminders.store.ts';
import { stateOf } from './target-state.ts';

function nameOf(row: TargetRow, thai: boolean): string {
  const [red, blue] = thai ? [row.red_th, row.blue_th] : [row.red_en, row.blue_en];
  if (red === null || blue === null) return thai ? row.title_th : row.title_en;
  return `${red} ${thai ? 'พบ' : 'vs'} ${blue}`;
}

/** Where a tap leads: to the live, or where nobody shows it to the programme. */
const pathOf = (row: TargetRow): string =>
  row.program_live_id === null || row.live_cancelled ? '/program' : `/live/${row.program_live_id}`;

/** What a reminder says as things stand when it is sent: a show that was called off meanwhile begins for nobody. */
export function createPresent(store: RemindersStore, clock: Clock): Present {
  return async (told, language) => {
    const { program_id: programId, bout_id: boutId, kind } = told as ReminderSubject;
    const row = await store.findTarget(programId, boutId);
    if (row === undefined) return null;
    const now = clock();
    if (tellUntil(kind, stateOf(row, now), now) === null) return null;
    const thai = language === 'TH';
    const stadium = thai ? row.stadium_th : row.stadium_en;
    const words = remindWith(kind, language, {
      name: nameOf(row, thai),
      // Of a bout the card is where it is, too.
      place: boutId === null ? stadium : `${thai ? row.title_th : row.title_en} · ${stadium}`,
      startsAt: row.starts_at,
    });
    return { ...words, path: pathOf(row) };
  };
}
