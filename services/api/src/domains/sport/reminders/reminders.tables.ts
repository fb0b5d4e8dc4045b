import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { Generated } from 'kysely';
import type { ReminderKind } from './reminder-rules.ts';

export interface ReminderTables {
  reminder_target: ReminderTargetTable;
  reminder: ReminderTable;
  reminder_due: ReminderDueTable;
}

/** A card or bout for which members have reminders. */
interface ReminderTargetTable {
  reminder_target_id: Generated<string>;
  program_id: string;
  bout_id: string | null;
  /** The start time for which reminders are planned and about which members were notified. */
  starts_at: Date;
  cancelled: Generated<boolean>;
}

interface ReminderTable {
  reminder_target_id: string;
  member_id: string;
  leads: ReminderLead[];
}

/** A planned message to a member. */
interface ReminderDueTable {
  reminder_target_id: string;
  kind: ReminderKind;
  member_id: string;
}
