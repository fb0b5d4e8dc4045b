import type { AccountAppealState } from '@sangwian/contract/endpoints/account-appeals';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

type BarredStatus = 'suspend' | 'ban' | 'closed';

/** The current sanction of a barred member and the state of its appeal. */
export interface RunningSanction {
  readonly change_id: string;
  readonly state: AccountAppealState | null;
  readonly reason: string | null;
}

export interface AppealRow {
  readonly account_appeal_id: string;
  readonly member_id: string;
  readonly member_name: string;
  readonly text: string;
  readonly state: AccountAppealState;
  readonly created_at: Date;
  readonly decided_by: string | null;
  readonly change_id: string;
  readonly status_after: BarredStatus;
  readonly sanction_reason: string;
  readonly evidence: string | null;
  readonly sanction_by: string;
  readonly sanction_by_staff_id: string | null;
  readonly sanction_at: Date;
  readonly until: Date | null;
  /** False if a later change of the member's status replaced the sanction. */
  readonly is_running: boolean;
}

export interface AppealDecisionRow {
  readonly state: Exclude<AccountAppealState, 'open'>;
  readonly reason: string;
  readonly actor: string;
  readonly staffId: string;
  readonly now: Date;
  readonly changeId: string | null;
}

export interface OwnSanctionRow {
  readonly status: BarredStatus;
  readonly reason: string;
  readonly since: Date;
  readonly until: Date | null;
  readonly appeal_text: string | null;
  readonly appeal_state: AccountAppealState | null;
  readonly appealed_at: Date | null;
  readonly appeal_reason: string | null;
  readonly decided_at: Date | null;
}

/** Selects the id of the member's latest status change. */
const lastChangeOf = (memberId: string) => sql`
  (select member_standing_change_id from member_standing_change as latest
    where latest.member_id = ${sql.ref(memberId)} order by member_standing_change_id desc limit 1)`;

const APPEALS = sql`
  select account_appeal_id, appeal.member_id, member.first_name as member_name, appeal.text, appeal.state,
    appeal.created_at, appeal.decided_by, sanction.member_standing_change_id as change_id,
    sanction.status_after, sanction.reason as sanction_reason, sanction.evidence,
    sanction.created_by as sanction_by, sanction.created_by_staff_id as sanction_by_staff_id,
    sanction.created_at as sanction_at, sanction.until,
    sanction.member_standing_change_id = ${lastChangeOf('appeal.member_id')} as is_running
  from account_appeal as appeal
  join member_standing_change as sanction using (member_standing_change_id)
  join member on member.member_id = appeal.member_id`;

/** Reads and writes appeals against suspensions, bans and closings. */
export class AccountAppealsStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /**
   * Finds the sanction that bars a member now. If an appeal shortened the sanction, that decided appeal counts as its
   * appeal, so it cannot be appealed again.
   */
  async findRunning(memberId: string): Promise<RunningSanction | undefined> {
    const { rows } = await sql<RunningSanction>`
      select change.member_standing_change_id as change_id, appeal.state, appeal.reason
      from member_standing_change as change
      left join account_appeal as appeal
        on change.member_standing_change_id in (appeal.member_standing_change_id, appeal.decision_change_id)
      where change.member_id = ${memberId}::uuid
        and change.member_standing_change_id = ${lastChangeOf('change.member_id')}
        and change.status_after <> 'active'`.execute(this.#db);
    return rows[0];
  }

  /** @returns false if the sanction already has an appeal */
  async add(
    trx: Transaction<Database>,
    appeal: {
      readonly memberId: string;
      readonly changeId: string;
      readonly text: string;
      readonly now: Date;
    },
  ): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('account_appeal')
      .values({
        member_id: appeal.memberId,
        member_standing_change_id: appeal.changeId,
        text: appeal.text,
        created_at: appeal.now,
      })
      .onConflict((conflict) => conflict.column('member_standing_change_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async find(appealId: string): Promise<AppealRow | undefined> {
    const { rows } = await sql<AppealRow>`
      ${APPEALS} where account_appeal_id = ${appealId}::uuid`.execute(this.#db);
    return rows[0];
  }

  /**
   * Reads open appeals against sanctions that still apply, oldest first. `after` is the id of the last appeal of the
   * previous page; without `memberId`, the appeals of all members are read.
   */
  async findOpen({
    memberId,
    after,
    limit,
  }: {
    readonly memberId: string | null;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<AppealRow[]> {
    const { rows } = await sql<AppealRow>`
      ${APPEALS} where appeal.state = 'open'
        and sanction.member_standing_change_id = ${lastChangeOf('appeal.member_id')}
        and (${memberId}::uuid is null or appeal.member_id = ${memberId}::uuid)
        and (${after}::uuid is null or account_appeal_id > ${after}::uuid)
      order by account_appeal_id limit ${limit}`.execute(this.#db);
    return rows;
  }

  async decide(
    trx: Transaction<Database>,
    appealId: string,
    { state, reason, actor, staffId, now, changeId }: AppealDecisionRow,
  ): Promise<void> {
    await trx
      .updateTable('account_appeal')
      .set({
        state,
        reason,
        decided_by: actor,
        decided_by_staff_id: staffId,
        decided_at: now,
        decision_change_id: changeId,
      })
      .where('account_appeal_id', '=', appealId)
      .execute();
  }

  /** Reads a member's sanctions after `since`, newest first. Leaves out the sanctions that resulted from an appeal. */
  async findOwn(memberId: string, since: Date, limit: number): Promise<OwnSanctionRow[]> {
    const { rows } = await sql<OwnSanctionRow>`
      select sanction.status_after as status, sanction.reason, sanction.created_at as since, sanction.until,
        appeal.text as appeal_text, appeal.state as appeal_state, appeal.created_at as appealed_at,
        appeal.reason as appeal_reason, appeal.decided_at
      from member_standing_change as sanction
      left join account_appeal as appeal using (member_standing_change_id)
      where sanction.member_id = ${memberId}::uuid and sanction.status_after <> 'active'
        and sanction.created_at > ${since}
        and not exists (select from account_appeal as decided
          where decided.decision_change_id = sanction.member_standing_change_id)
      order by sanction.member_standing_change_id desc limit ${limit}`.execute(this.#db);
    return rows;
  }

  /** Reads a member's appeals for the data export, newest first. */
  findForExport(memberId: string, limit: number) {
    return this.#db
      .selectFrom('account_appeal')
      .select(['text', 'state', 'created_at', 'reason', 'decided_at'])
      .where('member_id', '=', memberId)
      .orderBy('account_appeal_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Erases the texts of a deleted member's appeals. The decisions stay. */
  async forget(trx: Transaction<Database>, memberId: string): Promise<void> {
    await trx
      .updateTable('account_appeal')
      .set({ text: '' })
      .where('member_id', '=', memberId)
      .execute();
  }
}
