import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import type { Generated, JSONColumnType } from 'kysely';

export interface NoticeTables {
  notice: NoticeTable;
}

/** A notice of a member's notification centre. */
interface NoticeTable {
  notice_id: Generated<string>;
  member_id: string;
  notice_key: string;
  about: JSONColumnType<NoticeAbout>;
  created_at: Date;
  /** `null` while the member has not read it. */
  read_at: Date | null;
}
