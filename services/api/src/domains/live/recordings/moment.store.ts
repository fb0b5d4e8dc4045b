import type { Bilingual, ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Maximum number of chat lines per window. If there are more, the earliest lines are left out. */
const LINES_MAX = 300;
/** Maximum number of gifts per window. If there are more, the largest are kept. */
const GIFTS_MAX = 300;

interface LineRow {
  readonly chat_message_id: string;
  readonly member_id: string;
  readonly member_name: string;
  readonly member_avatar: string | null;
  readonly member_role: ChatRole | null;
  readonly text: string;
  readonly sent_at: Date;
}

interface GiftRow {
  readonly gift_log_id: string;
  readonly match_live_id: string;
  readonly member_id: string;
  readonly corner: 'red' | 'blue';
  readonly name: Bilingual;
  readonly quantity: number;
  readonly coins: number;
  readonly sent_at: Date;
}

/** A range of wall-clock time; the end is exclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly before: Date;
}

/** The smallest gift id at a time. Gifts have no index by time, but their ids are ordered by time. */
const firstIdAt = (at: Date) => sql`first_uuid_of(${at}::timestamptz at time zone 'UTC')`;

/** Reads the chat lines and the gifts of a live in a time range. */
export class MomentStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads lines in order, without removed lines and lines of members whom the reader has blocked. */
  async findLines(
    programLiveId: ProgramLiveId,
    readerId: MemberId,
    { from, before }: TimeRange,
  ): Promise<LineRow[]> {
    const { rows } = await sql<LineRow>`
      select chat_message_id, member_id, member_name, member_avatar, member_role, text, sent_at
      from chat_message
      where program_live_id = ${programLiveId} and sent_at >= ${from} and sent_at < ${before}
        and removed_at is null and not exists (
          select from chat_block
          where chat_block.member_id = ${readerId}
            and blocked_member_id = chat_message.member_id
        )
      order by seq desc
      limit ${LINES_MAX}`.execute(this.#db);
    return rows.reverse();
  }

  /** Reads the gifts to the bouts of a live, in order. */
  async findGifts(programLiveId: ProgramLiveId, { from, before }: TimeRange): Promise<GiftRow[]> {
    const { rows } = await sql<GiftRow>`
      select * from (
        select gift_log_id, match_live_id, member_id, corner, quantity, amount_coins as coins,
          sent_at, json_build_object('th', gift.name_th, 'en', gift.name_en) as name
        from gift_log join gift using (gift_id)
        where gift_log_id >= ${firstIdAt(from)} and gift_log_id < ${firstIdAt(before)}
          and match_live_id in (
            select match_live_id from match_live where program_live_id = ${programLiveId}
          )
        order by amount_coins desc, gift_log_id
        limit ${GIFTS_MAX}
      ) as largest
      order by gift_log_id`.execute(this.#db);
    return rows;
  }

  /** Sums the coins given to each corner of a bout. */
  async sumGifts(matchLiveId: string, { from, before }: TimeRange) {
    const { rows } = await sql<{ red_coins: number; blue_coins: number }>`
      select coalesce(sum(amount_coins) filter (where corner = 'red'), 0)::bigint as red_coins,
        coalesce(sum(amount_coins) filter (where corner = 'blue'), 0)::bigint as blue_coins
      from gift_log
      where gift_log_id >= ${firstIdAt(from)} and gift_log_id < ${firstIdAt(before)}
        and match_live_id = ${matchLiveId}`.execute(this.#db);
    return rows[0] ?? { red_coins: 0, blue_coins: 0 };
  }
}
