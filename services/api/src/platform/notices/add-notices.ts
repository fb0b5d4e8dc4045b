import type { NoticeAbout } from '@sangwian/contract/endpoints/notices';
import type { MemberId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema/database.ts';

/** A notice for the notification centre of one member. */
export interface NewNotice {
  readonly memberId: MemberId;
  /** Names the event, such as `order:<id>:paid`. A member has one notice of each event. */
  readonly key: string;
  readonly about: NoticeAbout;
}

/**
 * Writes notices in the caller's transaction, so that an event and its notices commit together. A notice whose key the
 * member already has is skipped, and so are deleted members. The caller publishes `notices:changed` after the commit.
 */
export async function addNotices(
  trx: Kysely<Database>,
  now: Date,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ memberId, key, about }) => ({ member_id: memberId, key, about }));
  await sql`
    insert into notice (member_id, notice_key, about, created_at)
    select member_id, key, about, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (member_id uuid, key text, about jsonb)
    join member using (member_id)
    where deleted_at is null
    order by member_id
    on conflict on constraint notice_once_key do nothing`.execute(trx);
}
