import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberState } from '@sangwian/contract/endpoints/operator/members';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { MemberCondition } from './member-query.ts';

export interface MemberFilter {
  readonly search?: MemberCondition | undefined;
  readonly state?: MemberState | undefined;
  readonly sanction?: 'chat' | 'ever' | undefined;
}

/** The last member of the previous page. */
export interface MemberPosition {
  readonly at: Date;
  readonly memberId: string;
}

export interface MemberLineRow {
  readonly member_id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status: MemberStatus;
  readonly status_until: Date | null;
  readonly deleted_at: Date | null;
  readonly chat_timeout_until: Date | null;
  readonly role: ChatRole | null;
  readonly map_system_id: string | null;
  readonly balance_coins: number;
  readonly sanctions: number;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
}

/** Status changes by staff. The automatic end of a suspension is not a sanction. */
const SANCTIONS = sql`member_standing_change.status_after <> 'active'`;

function conditionsOf({ search, state, sanction }: MemberFilter, now: Date): RawBuilder<unknown>[] {
  // The list contains deleted accounts only if the filter asks for them.
  const showsDeleted =
    state === 'deleted' || (state === undefined && search?.findsDeleted === true);
  return [
    search?.condition ?? null,
    showsDeleted ? null : sql`member.deleted_at is null`,
    state === 'deleted' ? sql`member.deleted_at is not null` : null,
    state === undefined || state === 'deleted' ? null : sql`member.status = ${state}`,
    sanction === 'chat'
      ? sql`member.member_id = any(array(select member_id from chat_timeout where until > ${now}))`
      : null,
    sanction === 'ever'
      ? sql`exists (select from member_standing_change
          where member_standing_change.member_id = member.member_id and ${SANCTIONS})`
      : null,
  ].filter((condition) => condition !== null);
}

/** Selects the list rows of the members in the table expression `page`, in the order of `page`. */
const linesOf = (page: RawBuilder<unknown>, now: Date): RawBuilder<MemberLineRow> =>
  sql<MemberLineRow>`
    with page as materialized (${page})
    select member_id, trim(first_name || ' ' || last_name) as name, avatar, phone, email, status, status_until,
      deleted_at, role, map_system_id, page.created_at,
      (select max(until) from chat_timeout
        where chat_timeout.member_id = page.member_id and until > ${now}) as chat_timeout_until,
      coalesce((select balance_coins from account where account.member_id = page.member_id), 0)::bigint
        as balance_coins,
      (select count(*)::int from member_standing_change
        where member_standing_change.member_id = page.member_id and ${SANCTIONS}) as sanctions,
      (select max(last_seen_at) from member_session
        where member_session.member_id = page.member_id) as last_seen_at
    from page order by page.created_at desc, member_id desc`;

/** A search with fewer matches counts as rare. */
const RARE_MAX = 2_000;

interface PageOptions {
  readonly limit: number;
  readonly now: Date;
  /**
   * Whether few members match the search. The planner overestimates the matches of a rare search, and would scan all
   * members along the index of the list's order.
   */
  readonly isRare: boolean;
}

/** Builds the query of a page of members, newest first. */
function memberPageQuery(
  filter: MemberFilter,
  after: MemberPosition | null,
  { limit, now, isRare }: PageOptions,
): RawBuilder<MemberLineRow> {
  const position =
    after === null
      ? []
      : [sql`(member.created_at, member.member_id) < (${after.at}, ${after.memberId}::uuid)`];
  const conditions = [...conditionsOf(filter, now), ...position];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  // The expression matches the order of no index, so the planner uses the indexes of the search.
  const madeAt = isRare ? sql`(member.created_at + interval '0 seconds')` : sql`member.created_at`;
  return linesOf(
    sql`select * from member ${where} order by ${madeAt} desc, member.member_id desc limit ${limit}`,
    now,
  );
}

/** Finds members for the lists of the console. */
export class MemberSearchStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findPage(
    filter: MemberFilter,
    after: MemberPosition | null,
    page: { readonly limit: number; readonly now: Date },
  ): Promise<MemberLineRow[]> {
    const isRare = filter.search !== undefined && (await this.#isRare(filter.search));
    return (await memberPageQuery(filter, after, { ...page, isRare }).execute(this.#db)).rows;
  }

  async #isRare({ condition }: MemberCondition): Promise<boolean> {
    const { rows } = await sql<{ matches: number }>`
      select count(*)::int as matches
      from (select from member where ${condition} limit ${RARE_MAX}) as found
    `.execute(this.#db);
    return (rows[0]?.matches ?? 0) < RARE_MAX;
  }

  async findLines(memberIds: readonly string[], now: Date): Promise<Map<string, MemberLineRow>> {
    if (memberIds.length === 0) return new Map();
    const { rows } = await linesOf(
      sql`select * from member where member_id = any(${[...memberIds]}::uuid[])`,
      now,
    ).execute(this.#db);
    return new Map(rows.map((row) => [row.member_id, row]));
  }
}
