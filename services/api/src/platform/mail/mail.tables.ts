import type { Generated, JSONColumnType } from 'kysely';
import type { MailContent } from './mail-content.ts';

/** Rows of the table that this module owns. */
export interface MailTables {
  mail: MailTable;
}

interface MailTable {
  mail_id: Generated<string>;
  mail_key: string;
  sent_to: string | null;
  content: JSONColumnType<MailContent> | null;
  created_at: Date;
  sent_at: Date | null;
}
