import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type {
  OperatorChatCase,
  OperatorChatLine,
  OperatorHeldLine,
  OperatorTimeout,
} from '@sangwian/contract/endpoints/operator/chat';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../schema/database.ts';
import type { HeldRow } from './held-lines.store.ts';

/** Maximum number of notes that are shown per case, the newest. */
const NOTES_SHOWN_MAX = 10;

interface LineRow {
  readonly chat_message_id: string;
  readonly program_live_id: string;
  readonly seq: number;
  readonly member_id: string;
  readonly member_name: string;
  readonly member_role: ChatRole | null;
  readonly text: string;
  readonly sent_at: Date;
  readonly removed_at: Date | null;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
}

const presentLine = (row: LineRow): OperatorChatLine => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  program_live_id: row.program_live_id as ProgramLiveId,
  seq: row.seq,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  member_role: row.member_role,
  text: row.text,
  sent_at: row.sent_at.toISOString(),
  removed:
    row.removed_at === null
      ? null
      : {
          by: row.removed_by ?? '',
          at: row.removed_at.toISOString(),
          reason: row.removed_reason ?? '',
        },
});

export const presentHeld = (row: HeldRow): OperatorHeldLine => ({
  chat_message_id: row.chat_held_line_id as ChatMessageId,
  program_live_id: row.program_live_id as ProgramLiveId,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  member_role: row.member_role,
  text: row.text,
  word: row.word,
  held_at: row.held_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

interface CaseRow {
  readonly chat_case_id: string;
  readonly program_live_id: string | null;
  readonly chat_message_id: string | null;
  readonly member_id: string;
  readonly member_name: string;
  readonly text: string | null;
  readonly state: 'open' | 'taken' | 'decided';
  readonly reports: number;
  readonly reasons: Record<string, number> | null;
  readonly notes: string[] | null;
  readonly opened_at: Date;
  readonly reported_at: Date;
  readonly taken_by: string | null;
  readonly taken_at: Date | null;
  readonly decision: 'removed' | 'timed_out' | 'dismissed' | null;
  readonly decision_reason: string | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
}

const presentCase = (row: CaseRow): OperatorChatCase => ({
  chat_case_id: row.chat_case_id,
  program_live_id: row.program_live_id as ProgramLiveId | null,
  chat_message_id: row.chat_message_id as ChatMessageId | null,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  text: row.text,
  state: row.state,
  reports: row.reports,
  reasons: row.reasons ?? {},
  notes: row.notes ?? [],
  opened_at: row.opened_at.toISOString(),
  reported_at: row.reported_at.toISOString(),
  taken:
    row.taken_by === null || row.taken_at === null
      ? null
      : { by: row.taken_by, at: row.taken_at.toISOString() },
  decision:
    row.decision === null || row.decided_at === null
      ? null
      : {
          by: row.decided_by ?? '',
          at: row.decided_at.toISOString(),
          decision: row.decision,
          reason: row.decision_reason ?? '',
        },
});

export interface CaseFilter {
  readonly state: 'waiting' | 'decided';
  readonly because?: ReportReason | undefined;
  readonly member_id?: MemberId | undefined;
  readonly about?: 'message' | 'member' | undefined;
}

export interface RemovedFilter {
  readonly program_live_id: ProgramLiveId;
  readonly member_id?: MemberId | undefined;
}

/** A removal and its log entry have the same timestamp. */
const LINES = sql`
  select line.chat_message_id, line.program_live_id, line.seq, line.member_id, line.member_name,
    line.member_role, line.text, line.sent_at, line.removed_at,
    removal.created_by as removed_by, removal.reason as removed_reason
  from chat_message as line
  left join lateral (
    select created_by, reason from chat_action
    where member_id = line.member_id and created_at = line.removed_at and action in ('remove', 'remove_all')
    order by chat_action_id desc limit 1
  ) as removal on line.removed_at is not null`;

const CASES = sql`
  select reported.*, member.first_name as member_name, line.text,
    (
      select jsonb_object_agg(reason, reports) from (
        select reason, count(*)::integer as reports from chat_report
        where chat_case_id = reported.chat_case_id group by reason
      ) as counted
    ) as reasons,
    array(
      select note from chat_report where chat_case_id = reported.chat_case_id and note <> ''
      order by chat_report_id desc limit ${NOTES_SHOWN_MAX}
    ) as notes
  from chat_case as reported
  join member on member.member_id = reported.member_id
  left join chat_message as line on line.chat_message_id = reported.chat_message_id
    and line.program_live_id = reported.program_live_id`;

/** Reads the chat as moderators see it, and writes cases. */
export class ChatDeskStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads the newest lines of a live, oldest first, including removed lines. */
  async findLines(programLiveId: ProgramLiveId, limit: number): Promise<OperatorChatLine[]> {
    const { rows } = await sql<LineRow>`${LINES}
      where line.program_live_id = ${programLiveId} order by line.seq desc limit ${limit}`.execute(
      this.#db,
    );
    return rows.reverse().map(presentLine);
  }

  /** Reads the removed lines of a live before `beforeSeq`, newest first. */
  async findRemoved(
    { program_live_id: programLiveId, member_id: memberId }: RemovedFilter,
    beforeSeq: number | null,
    limit: number,
  ) {
    const { rows } = await sql<LineRow>`${LINES}
      where line.program_live_id = ${programLiveId} and line.removed_at is not null
        and (${memberId ?? null}::uuid is null or line.member_id = ${memberId ?? null}::uuid)
        and (${beforeSeq}::integer is null or line.seq < ${beforeSeq}::integer)
      order by line.seq desc limit ${limit}`.execute(this.#db);
    return rows.map(presentLine);
  }

  /** Reads the time-outs that apply to a live, with the members' names; the latest end first. */
  async findTimeouts(programLiveId: ProgramLiveId, now: Date, limit: number) {
    const rows = await this.#db
      .selectFrom('chat_timeout')
      .innerJoin('member', 'member.member_id', 'chat_timeout.member_id')
      .select(['chat_timeout.member_id', 'first_name', 'program_live_id', 'until'])
      .where((eb) =>
        eb.or([eb('program_live_id', '=', programLiveId), eb('program_live_id', 'is', null)]),
      )
      .where('until', '>', now)
      .orderBy('until', 'desc')
      .limit(limit)
      .execute();
    return rows.map(
      (row): z.infer<typeof OperatorTimeout> => ({
        member_id: row.member_id as MemberId,
        member_name: row.first_name,
        program_live_id: row.program_live_id as ProgramLiveId | null,
        until: row.until.toISOString(),
      }),
    );
  }

  /** Reads one line with the name of the person who removed it. */
  async findLine(chatMessageId: ChatMessageId): Promise<OperatorChatLine | undefined> {
    const { rows } = await sql<LineRow>`${LINES}
      where line.chat_message_id = ${chatMessageId}`.execute(this.#db);
    return rows.map(presentLine)[0];
  }

  async countWaitingCases(): Promise<number> {
    const { cases } = await this.#db
      .selectFrom('chat_case')
      .select((eb) => eb.fn.countAll<string>().as('cases'))
      .where('state', 'in', ['open', 'taken'])
      .executeTakeFirstOrThrow();
    return Number(cases);
  }

  /** Reads cases after `after`: open cases oldest first, or decided cases latest first. */
  async findCases(filter: CaseFilter, after: string | null, limit: number) {
    const { because = null, member_id: memberId = null, about = null } = filter;
    const isWaiting = filter.state === 'waiting';
    const { rows } = await sql<CaseRow>`${CASES}
      where ${isWaiting ? sql`reported.state in ('open', 'taken')` : sql`reported.state = 'decided'`}
        and (${after}::uuid is null
          or reported.chat_case_id ${isWaiting ? sql`>` : sql`<`} ${after}::uuid)
        and (${memberId}::uuid is null or reported.member_id = ${memberId}::uuid)
        and (${about}::text is null or (${about} = 'message') = (reported.chat_message_id is not null))
        and (${because}::text is null or exists (
          select from chat_report
          where chat_case_id = reported.chat_case_id and reason = ${because}::text
        ))
      order by reported.chat_case_id ${isWaiting ? sql`asc` : sql`desc`} limit ${limit}`.execute(
      this.#db,
    );
    return rows.map(presentCase);
  }

  async findCase(caseId: string): Promise<OperatorChatCase | undefined> {
    const { rows } = await sql<CaseRow>`${CASES}
      where reported.chat_case_id = ${caseId}::uuid`.execute(this.#db);
    return rows.map(presentCase)[0];
  }

  /** Marks an open case as taken. A case that is already taken stays with its moderator. */
  async takeCase(caseId: string, actor: string, now: Date): Promise<void> {
    await this.#db
      .updateTable('chat_case')
      .set({ state: 'taken', taken_by: actor, taken_at: now })
      .where('chat_case_id', '=', caseId)
      .where('state', '=', 'open')
      .execute();
  }

  /** Locks a case until the transaction ends. */
  async lockCase(trx: Transaction<Database>, caseId: string): Promise<void> {
    await trx
      .selectFrom('chat_case')
      .select('chat_case_id')
      .where('chat_case_id', '=', caseId)
      .forUpdate()
      .execute();
  }

  async decideCase(
    trx: Transaction<Database>,
    caseId: string,
    decided: {
      readonly decision: 'removed' | 'timed_out' | 'dismissed';
      readonly reason: string;
      readonly actor: string;
      readonly now: Date;
    },
  ): Promise<void> {
    await trx
      .updateTable('chat_case')
      .set({
        state: 'decided',
        decision: decided.decision,
        decision_reason: decided.reason,
        decided_by: decided.actor,
        decided_at: decided.now,
      })
      .where('chat_case_id', '=', caseId)
      .execute();
  }
}
