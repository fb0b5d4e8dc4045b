import type { TimelineKind } from '@sangwian/contract/endpoints/operator/member-timeline';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

export interface TimelineRow {
  readonly entry_id: string;
  readonly at: Date;
  readonly what: string;
  readonly subject_th: string;
  readonly subject_en: string;
  readonly subject_id: string | null;
  readonly coins: number | null;
  readonly satang: number | null;
  readonly until: Date | null;
  readonly reason: string | null;
  readonly evidence: string | null;
  readonly by: string | null;
}

/** The position at which the next page of each source begins. A source without a position has ended. */
export type TimelinePosition = Partial<Record<TimelineKind, string>>;

interface Source {
  readonly kind: TimelineKind;
  /** Selects the columns of `TimelineRow` of a member, ordered by the id of the source. */
  readonly select: (
    memberId: string,
    before: string | null,
    limit: number,
  ) => RawBuilder<TimelineRow>;
}

const NOTHING = sql`null::bigint as coins, null::bigint as satang, null::timestamptz as until,
  null::text as reason, null::text as evidence, null::text as by`;

/** The rows of a member before an id. Ids are UUIDv7, so their order is that of the events. */
const ownRows = (
  id: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  { memberId, before }: { readonly memberId: string; readonly before: string | null },
): RawBuilder<unknown> =>
  before === null
    ? sql`${owner} = ${memberId}::uuid`
    : sql`${owner} = ${memberId}::uuid and ${id} < ${before}::uuid`;

const SOURCES: readonly Source[] = [
  {
    kind: 'sign_in',
    select: (memberId, before, limit) => sql<TimelineRow>`
      select member_session_id as entry_id, created_at as at,
        case when revoked_at is null then 'signed_in' else 'signed_in_ended' end as what,
        user_agent as subject_th, user_agent as subject_en, null::text as subject_id, ${NOTHING}
      from member_session
      where ${ownRows(sql`member_session_id`, sql`member_id`, { memberId, before })}
      order by member_session_id desc limit ${limit}`,
  },
  {
    kind: 'order',
    select: (memberId, before, limit) => sql<TimelineRow>`
      select coin_order_id as entry_id, created_at as at, status as what, number as subject_th,
        number as subject_en, coin_order_id::text as subject_id, (base_coins + bonus_coins)::bigint as coins,
        amount_satang::bigint as satang, null::timestamptz as until, null::text as reason,
        null::text as evidence, null::text as by
      from coin_order
      where ${ownRows(sql`coin_order_id`, sql`member_id`, { memberId, before })}
      order by coin_order_id desc limit ${limit}`,
  },
  {
    kind: 'gift',
    select: (memberId, before, limit) => sql<TimelineRow>`
      with sent as materialized (
        select transfer_id, created_at, amount_coins, about from transfer
        where ${ownRows(sql`transfer_id`, sql`member_id`, { memberId, before })} and kind = 'gift'
        order by transfer_id desc limit ${limit}
      )
      select transfer_id as entry_id, sent.created_at as at, coalesce(corner, '') as what,
        concat_ws(' · ', gift.name_th || case when quantity > 1 then ' × ' || quantity else '' end,
          about->>'title_th') as subject_th,
        concat_ws(' · ', gift.name_en || case when quantity > 1 then ' × ' || quantity else '' end,
          about->>'title_en') as subject_en,
        about->>'id' as subject_id, -sent.amount_coins as coins, null::bigint as satang,
        null::timestamptz as until, null::text as reason, null::text as evidence, null::text as by
      from sent left join gift_log on gift_log_id = transfer_id left join gift using (gift_id)
      order by transfer_id desc`,
  },
  {
    kind: 'chat',
    select: (memberId, before, limit) => sql<TimelineRow>`
      select chat_action_id as entry_id, created_at as at, action as what,
        coalesce(details->>'text', '') as subject_th, coalesce(details->>'text', '') as subject_en,
        program_live_id::text as subject_id, null::bigint as coins, null::bigint as satang,
        case when details->>'until' ~ '^\\d{4}-' then (details->>'until')::timestamptz end as until,
        reason, null::text as evidence, created_by as by
      from chat_action
      where ${ownRows(sql`chat_action_id`, sql`member_id`, { memberId, before })}
      order by chat_action_id desc limit ${limit}`,
  },
  {
    kind: 'sanction',
    select: (memberId, before, limit) => sql<TimelineRow>`
      select member_standing_change_id as entry_id, created_at as at, status_after as what,
        '' as subject_th, '' as subject_en, null::text as subject_id, null::bigint as coins,
        null::bigint as satang, until, reason, evidence, created_by as by
      from member_standing_change
      where ${ownRows(sql`member_standing_change_id`, sql`member_id`, { memberId, before })}
      order by member_standing_change_id desc limit ${limit}`,
  },
  {
    kind: 'coins',
    select: (memberId, before, limit) => sql<TimelineRow>`
      select transfer_id as entry_id, transfer.created_at as at, 'adjusted' as what, '' as subject_th,
        '' as subject_en, about->>'id' as subject_id, coin_adjustment.amount_coins as coins,
        null::bigint as satang, null::timestamptz as until, coin_adjustment.reason, null::text as evidence,
        concat_ws(' + ', created_by, case when alone then null else decided_by end) as by
      from transfer join coin_adjustment on coin_adjustment_id = (about->>'id')::uuid
      where ${ownRows(sql`transfer_id`, sql`transfer.member_id`, { memberId, before })} and kind = 'adjustment'
      order by transfer_id desc limit ${limit}`,
  },
];

export interface TimelineEntryRow extends TimelineRow {
  readonly kind: TimelineKind;
}

/** Reads the events of a member from the tables of each source. */
export class TimelineStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the next rows of each kind. `after` names the last row of each kind that was shown. */
  async findNext(
    memberId: string,
    {
      kind,
      after,
      limit,
    }: {
      readonly kind: TimelineKind | undefined;
      readonly after: TimelinePosition;
      readonly limit: number;
    },
  ): Promise<TimelineEntryRow[][]> {
    const wanted = SOURCES.filter((source) => kind === undefined || source.kind === kind);
    return Promise.all(
      wanted.map(async (source) => {
        const query = source.select(memberId, after[source.kind] ?? null, limit);
        const { rows } = await query.execute(this.#db);
        return rows.map((row) => ({ ...row, kind: source.kind }));
      }),
    );
  }
}
