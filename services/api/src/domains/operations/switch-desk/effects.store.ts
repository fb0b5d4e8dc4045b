import type { SwitchEffects } from '@sangwian/contract/endpoints/operator/switches';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Maximum number of chat lines of a live that are counted, so that a count reads a bounded number of rows. */
const LINES_COUNTED_MAX = 10_000;

/**
 * Counts the activities that each switch would stop now. Ids begin with a time, so a range of ids replaces a scan of
 * the table.
 */
export async function readEffects(db: Kysely<Database>, now: Date): Promise<SwitchEffects> {
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const { rows } = await sql<SwitchEffects>`
    select
      (select count(*)::int from coin_order where status = 'waiting' and expires_at > ${now}) as orders_waiting,
      (select count(*)::int from coin_order where status = 'pending') as payments_pending,
      (
        select count(*)::int from gift_log
        where gift_log_id >= first_uuid_of(${minuteAgo}::timestamptz at time zone 'UTC')
      ) as gifts_last_minute,
      (
        select count(*)::int from member
        where member_id >= first_uuid_of(${hourAgo}::timestamptz at time zone 'UTC')
      ) as registrations_last_hour,
      (
        select count(*)::int from program_live
          join chat_room using (program_live_id)
          join chat_message using (program_live_id)
        where status = 'in_progress' and seq > last_seq - ${LINES_COUNTED_MAX}::int and sent_at > ${minuteAgo}
      ) as chat_lines_last_minute,
      (
        select count(*)::int from predict_program join predict_sheet using (program_id) where closed_at is null
      ) as sheets_open
  `.execute(db);
  const [effects] = rows;
  if (effects === undefined) throw new Error('the effects were not counted');
  return effects;
}
