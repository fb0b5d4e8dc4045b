import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import type { Generated } from 'kysely';
import type { ReminderKind } from './reminder-rules.ts';

/** Rows of the tables that this module owns. */
export interface ReminderTables {
  reminder_target: ReminderTargetTable;
  reminder: ReminderTable;
  reminder_due: ReminderDueTable;
}

/** A card, or one bout of it, that somebody is reminded of. */
interface ReminderTargetTable {
  reminder_target_id: Generated<string>;
  program_id: string;
  bout_id: string | null;
  /** As its reminders were planned and told. */
  starts_at: Date;
  cancelled: Generated<boolean>;
}

interface ReminderTable {
  reminder_target_id: string;
  member_id: string;
  leads: ReminderLead[];
}

/** What is still to be told to whom. */
interface ReminderDueTable {
  reminder_target_id: string;
  kind: ReminderKind;
  member_id: string;
}
