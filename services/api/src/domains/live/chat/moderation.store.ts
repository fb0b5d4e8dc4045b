import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { WordList } from './word-rules.ts';

/** Which of a member's time-outs: of one live, or (`null`) of every one. */
type Where = ProgramLiveId | null;

export interface NewAction {
  readonly programLiveId: Where;
  /** To whom. */
  readonly memberId: MemberId | null;
  readonly action: string;
  readonly details: object;
  readonly by: string;
  /** `null`: an operator. */
  readonly byMemberId: MemberId | null;
  readonly why: string;
  readonly now: Date;
}

export interface RemovedLine {
  readonly program_live_id: string;
  readonly chat_message_id: string;
  readonly member_id: string;
  readonly seq: number;
}

export interface NewPin {
  readonly th: string;
  readonly en: string;
  readonly name: string | null;
  readonly messageId: ChatMessageId | null;
  readonly now: Date;
}

/** What keeps order in the chat: removed lines, time-outs, what holds in a room, the words, and who did what. */
export class ModerationStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Until when these members may not send there, in this live or anywhere; who may is missing. */
  async findTimeouts(
    programLiveId: ProgramLiveId,
    memberIds: readonly MemberId[],
    now: Date,
  ): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#db
      .selectFrom('chat_timeout')
      .select((eb) => ['member_id', eb.fn.max('until').as('until')])
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .where((eb) =>
        eb.or([eb('program_live_id', '=', programLiveId), eb('program_live_id', 'is', null)]),
      )
      .where('until', '>', now)
      .groupBy('member_id')
      .execute();
    return new Map(rows.map((row) => [row.member_id, row.until]));
  }

  /** Time-outs that hold in a live, the longest first. */
  findTimeoutsOf(programLiveId: ProgramLiveId, now: Date, limit: number) {
    return this.#db
      .selectFrom('chat_timeout')
      .select(['member_id', 'program_live_id', 'until'])
      .where((eb) =>
        eb.or([eb('program_live_id', '=', programLiveId), eb('program_live_id', 'is', null)]),
      )
      .where('until', '>', now)
      .orderBy('until', 'desc')
      .limit(limit)
      .execute();
  }

  async setTimeout(
    trx: Transaction<Database>,
    memberId: MemberId,
    where: Where,
    until: Date,
  ): Promise<void> {
    await trx
      .insertInto('chat_timeout')
      .values({ member_id: memberId, program_live_id: where, until })
      .onConflict((conflict) => conflict.constraint('chat_timeout_key').doUpdateSet({ until }))
      .execute();
  }

  /** Ends a member's time-outs: that of one live, or every one. @returns how many held still */
  async endTimeouts(
    trx: Transaction<Database>,
    memberId: MemberId,
    where: Where,
    now: Date,
  ): Promise<number> {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_timeout')
      .where('member_id', '=', memberId)
      .$if(where !== null, (query) => query.where('program_live_id', '=', where))
      .where('until', '>', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  findLine(chatMessageId: ChatMessageId) {
    return this.#db
      .selectFrom('chat_message')
      .select(['program_live_id', 'member_id', 'member_name', 'text', 'removed_at'])
      .where('chat_message_id', '=', chatMessageId)
      .executeTakeFirst();
  }

  /** Whether the line is there; nobody removes it until the transaction ends. */
  async holdLine(trx: Transaction<Database>, chatMessageId: ChatMessageId): Promise<boolean> {
    const row = await trx
      .selectFrom('chat_message')
      .select('removed_at')
      .where('chat_message_id', '=', chatMessageId)
      .forShare()
      .executeTakeFirst();
    return row?.removed_at === null;
  }

  /** Takes one line away; nothing where that was done before. */
  removeLine(trx: Transaction<Database>, chatMessageId: ChatMessageId, now: Date) {
    return trx
      .updateTable('chat_message')
      .set({ removed_at: now })
      .where('chat_message_id', '=', chatMessageId)
      .where('removed_at', 'is', null)
      .returning(['program_live_id', 'chat_message_id', 'member_id', 'seq'])
      .execute();
  }

  /** The same of all that a member said, in one live or in every one. */
  removeLinesOf(
    trx: Transaction<Database>,
    memberId: MemberId,
    where: Where,
    now: Date,
  ): Promise<RemovedLine[]> {
    return trx
      .updateTable('chat_message')
      .set({ removed_at: now })
      .where('member_id', '=', memberId)
      .$if(where !== null, (query) => query.where('program_live_id', '=', where))
      .where('removed_at', 'is', null)
      .returning(['program_live_id', 'chat_message_id', 'member_id', 'seq'])
      .execute();
  }

  /** Takes pins away whose lines are gone. @returns the lives where there was one */
  async unpinRemoved(trx: Transaction<Database>, chatMessageIds: readonly string[]) {
    const rows = await trx
      .updateTable('chat_room')
      .set({
        pin_id: null,
        pin_th: null,
        pin_en: null,
        pin_name: null,
        pin_message_id: null,
        pinned_at: null,
      })
      .where('pin_message_id', '=', sql<string>`any(${[...chatMessageIds]}::uuid[])`)
      .returning('program_live_id')
      .execute();
    return rows.map((row) => row.program_live_id as ProgramLiveId);
  }

  async setPin(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    pin: NewPin | null,
  ): Promise<void> {
    await trx
      .updateTable('chat_room')
      .set({
        pin_id: pin === null ? null : sql<string>`uuidv7()`,
        pin_th: pin?.th ?? null,
        pin_en: pin?.en ?? null,
        pin_name: pin?.name ?? null,
        pin_message_id: pin?.messageId ?? null,
        pinned_at: pin?.now ?? null,
      })
      .where('program_live_id', '=', programLiveId)
      .execute();
  }

  async setSlowMode(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    seconds: number,
  ): Promise<void> {
    await trx
      .updateTable('chat_room')
      .set({ slow_mode_s: seconds })
      .where('program_live_id', '=', programLiveId)
      .execute();
  }

  async findWords(): Promise<WordList> {
    const rows = await this.#db.selectFrom('chat_word').selectAll().orderBy('word').execute();
    const of = (kind: 'banned' | 'innocent') =>
      rows.filter((row) => row.kind === kind).map(({ word }) => word);
    return { banned: of('banned'), innocent: of('innocent') };
  }

  /** `null`: it is on the list no more. */
  async setWord(
    trx: Transaction<Database>,
    word: string,
    kind: 'banned' | 'innocent' | null,
  ): Promise<void> {
    if (kind === null) {
      await trx.deleteFrom('chat_word').where('word', '=', word).execute();
      return;
    }
    await trx
      .insertInto('chat_word')
      .values({ word, kind })
      .onConflict((conflict) => conflict.column('word').doUpdateSet({ kind }))
      .execute();
  }

  async log(trx: Transaction<Database>, done: NewAction): Promise<void> {
    await trx
      .insertInto('chat_action')
      .values({
        program_live_id: done.programLiveId,
        member_id: done.memberId,
        action: done.action,
        details: JSON.stringify(done.details),
        created_by: done.by,
        created_by_member_id: done.byMemberId,
        reason: done.why,
        created_at: done.now,
      })
      .execute();
  }

  /** What was done in a live and in all of them, the latest first. */
  findLog(programLiveId: ProgramLiveId, limit: number) {
    return this.#db
      .selectFrom('chat_action')
      .select([
        'created_at as done_at',
        'created_by as done_by',
        'action',
        'program_live_id',
        'member_id',
        'details',
        'reason as why',
      ])
      .where((eb) =>
        eb.or([eb('program_live_id', '=', programLiveId), eb('program_live_id', 'is', null)]),
      )
      .orderBy('chat_action_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** What was done to a member. Who did it is not the member's to know. */
  findForExport(memberId: MemberId, after: string | undefined, limit: number) {
    return this.#db
      .selectFrom('chat_action')
      .select(['chat_action_id', 'created_at as done_at', 'action', 'program_live_id', 'details'])
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) => query.where('chat_action_id', '<', after as string))
      .orderBy('chat_action_id', 'desc')
      .limit(limit)
      .execute();
  }
}
