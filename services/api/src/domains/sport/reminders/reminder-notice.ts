import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import type { MatchId, ProgramId, ProgramLiveId } from '@sangwian/contract/ids';
import type { ReminderKind } from './reminder-rules.ts';
import type { TargetRow } from './reminders.store.ts';

/** Returns both fighters of a bout, or the title of a card. */
export function nameOf(row: TargetRow, thai: boolean): string {
  const [red, blue] = thai ? [row.red_th, row.blue_th] : [row.red_en, row.blue_en];
  if (red === null || blue === null) return thai ? row.title_th : row.title_en;
  return `${red} ${thai ? 'พบ' : 'vs'} ${blue}`;
}

/** Returns the live that shows a card; `null` without one or after its cancellation. */
export const liveOf = (row: TargetRow): string | null =>
  row.live_cancelled ? null : row.program_live_id;

/** Returns the facts of a due reminder for the notification centre. */
export const noticeOf = (row: TargetRow, kind: ReminderKind): NoticeAbout => ({
  kind: 'reminder',
  reminder: kind,
  program_id: row.program_id as ProgramId,
  match_id: row.bout_id as MatchId | null,
  program_live_id: liveOf(row) as ProgramLiveId | null,
  title: { th: nameOf(row, true), en: nameOf(row, false) },
  starts_at: row.starts_at.toISOString(),
});
