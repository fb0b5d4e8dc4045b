import type { Language, MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** Maximum number of sanctions that are read. */
const SANCTIONS_SHOWN_MAX = 50;
const APPEALS_SHOWN_MAX = 20;

export interface MemberDetailRow {
  readonly gender: 'male' | 'female' | 'unspecified';
  readonly language: Language;
  readonly birth_date: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly nickname: string | null;
  readonly has_password: boolean;
  readonly links: ('line' | 'apple')[];
  readonly version: number;
  readonly orders: number;
  readonly paid_orders: number;
  readonly chat_lines: number;
  readonly removed_lines: number;
}

interface AppealRow {
  readonly about: 'chat' | 'account';
  readonly text: string;
  readonly state: MemberFile['appeals'][number]['state'];
  readonly created_at: Date;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly reason: string | null;
}

/** Reads one member for the console. */
export class MemberFileStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async findDetails(memberId: string): Promise<MemberDetailRow | undefined> {
    const { rows } = await sql<MemberDetailRow>`
      select gender, language, birth_date::text as birth_date, phone, email, status_reason, status_since,
        (select nickname from member_nickname
          where member_nickname.member_id = member.member_id) as nickname,
        coalesce((select password_hash is not null from member_credential
          where member_credential.member_id = member.member_id), false) as has_password,
        array(select provider from member_link
          where member_link.member_id = member.member_id order by provider) as links,
        (select count(*)::int from member_standing_change
          where member_standing_change.member_id = member.member_id) as version,
        (select count(*)::int from coin_order where coin_order.member_id = member.member_id) as orders,
        (select count(*)::int from coin_order
          where coin_order.member_id = member.member_id and paid_at is not null) as paid_orders,
        (select count(*)::int from chat_message where chat_message.member_id = member.member_id) as chat_lines,
        (select count(*)::int from chat_message
          where chat_message.member_id = member.member_id and removed_at is not null) as removed_lines
      from member where member_id = ${memberId}::uuid
    `.execute(this.#db);
    return rows[0];
  }

  /** Returns the live that a member watches now. */
  async findWatching(memberId: string, now: Date) {
    const { rows } = await sql<{
      program_live_id: string;
      title_th: string;
      title_en: string;
      since: Date;
    }>`
      select program_live_id, title_th, title_en, watch_session.started_at as since
      from watch_session join program_live using (program_live_id) join program using (program_id)
      where watch_session.member_id = ${memberId}::uuid and watch_session.expires_at > ${now}
    `.execute(this.#db);
    return rows[0] ?? null;
  }

  findConsents(memberId: string) {
    return this.#db
      .selectFrom('member_consent')
      .select(['document', 'version', 'language', 'agreed_at'])
      .where('member_id', '=', memberId)
      .orderBy('agreed_at', 'desc')
      .orderBy('document')
      .execute();
  }

  /** Returns a member's changes of status, latest first. */
  async findSanctions(memberId: string) {
    const { rows } = await sql<{
      at: Date;
      status_before: MemberStatus;
      status_after: MemberStatus;
      reason: string;
      evidence: string | null;
      until: Date | null;
      by: string;
    }>`
      select created_at as at, status_before, status_after, reason, evidence, until, created_by as by
      from member_standing_change where member_id = ${memberId}::uuid
      order by member_standing_change_id desc limit ${SANCTIONS_SHOWN_MAX}
    `.execute(this.#db);
    return rows;
  }

  /** Returns a member's appeals in the chat and against sanctions of the account, latest first. */
  async findAppeals(memberId: string): Promise<AppealRow[]> {
    const { rows } = await sql<AppealRow>`
      (select 'chat' as about, text, state, created_at, decided_by, decided_at, reason
        from chat_appeal where member_id = ${memberId}::uuid
        order by chat_appeal_id desc limit ${APPEALS_SHOWN_MAX})
      union all
      (select 'account', text, state, created_at, decided_by, decided_at, reason
        from account_appeal where member_id = ${memberId}::uuid
        order by account_appeal_id desc limit ${APPEALS_SHOWN_MAX})
      order by created_at desc limit ${APPEALS_SHOWN_MAX}
    `.execute(this.#db);
    return rows;
  }
}
