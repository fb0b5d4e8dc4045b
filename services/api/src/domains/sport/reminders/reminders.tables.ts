import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { Generated } from 'kysely';
import type { ReminderKind } from './reminder-rules.ts';

export interface ReminderTables {
  reminder_target: ReminderTargetTable;
  reminder: ReminderTable;
  reminder_due: ReminderDueTable;
}

/** A card or bout with reminders. */
interface ReminderTargetTable {
  reminder_target_id: Generated<string>;
  program_id: string;
  bout_id: string | null;
  /** The time that reminders are planned for and members were notified of. */
  starts_at: Date;
  cancelled: Generated<boolean>;
}

interface ReminderTable {
  reminder_target_id: string;
  member_id: string;
  leads: ReminderLead[];
}

/** A planned message of a member. */
interface ReminderDueTable {
  reminder_target_id: string;
  kind: ReminderKind;
  member_id: string;
}
