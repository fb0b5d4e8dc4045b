import type { ReportReason, ShieldReason } from '@sangwian/contract/endpoints/chat-safety';
import type { Bilingual } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { WordList } from './word-rules.ts';

/** The moderator or operator who acts, and the reason. The log stores both forever. */
export interface ChatAuditNote {
  readonly actor: string;
  /** `null` for an operator. */
  readonly actorMemberId: MemberId | null;
  readonly reason: string;
  /** The reason that the moderated member reads, in their language. */
  readonly because?: ReportReason;
}

/**
 * A banned word makes a line refused, and a watched word makes it held for review. A hit inside an innocent
 * word does not count.
 */
export type WordKind = 'banned' | 'watched' | 'innocent';

/** One live, or `null` for every live. */
type LiveScope = ProgramLiveId | null;

export interface NewAction {
  readonly programLiveId: LiveScope;
  /** The moderated member. */
  readonly memberId: MemberId | null;
  readonly action: string;
  readonly details: object;
  readonly note: ChatAuditNote;
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

/** An announcement that is shown over the video until a time. */
export interface NewAnnouncement extends Bilingual {
  readonly until: Date;
}

/** The settings of shield mode. */
export interface NewShield {
  readonly until: Date;
  readonly slowS: number;
  /** Members who joined the site less than this many minutes ago may not send. */
  readonly memberMinutes: number;
  readonly reason: ShieldReason;
}

/** Reads and writes the moderation of chats: removed lines, time-outs, room state, words and the log. */
export class ModerationStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Finds until when these members are timed out in a live. The map has no entry for members who may send. */
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

  /** Finds the running time-outs of a member in all scopes, the latest end first. */
  findTimeoutsOfMember(memberId: MemberId, now: Date, limit: number) {
    return this.#db
      .selectFrom('chat_timeout')
      .select(['program_live_id', 'until'])
      .where('member_id', '=', memberId)
      .where('until', '>', now)
      .orderBy('until', 'desc')
      .limit(limit)
      .execute();
  }

  async setTimeout(
    trx: Transaction<Database>,
    memberId: MemberId,
    scope: LiveScope,
    until: Date,
  ): Promise<void> {
    await trx
      .insertInto('chat_timeout')
      .values({ member_id: memberId, program_live_id: scope, until })
      .onConflict((conflict) => conflict.constraint('chat_timeout_key').doUpdateSet({ until }))
      .execute();
  }

  /** Ends a member's time-outs of one live or of all. @returns the number of running time-outs that were ended */
  async endTimeouts(
    trx: Transaction<Database>,
    memberId: MemberId,
    scope: LiveScope,
    now: Date,
  ): Promise<number> {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_timeout')
      .where('member_id', '=', memberId)
      .$if(scope !== null, (query) => query.where('program_live_id', '=', scope))
      .where('until', '>', now)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /**
   * Ends the time-out of a scope unless another time-out has replaced it.
   *
   * @returns whether the time-out was running
   */
  async endTimeoutUntil(
    trx: Transaction<Database>,
    memberId: MemberId,
    scope: LiveScope,
    until: Date,
  ): Promise<boolean> {
    const { numDeletedRows } = await trx
      .deleteFrom('chat_timeout')
      .where('member_id', '=', memberId)
      .where('program_live_id', 'is not distinct from', scope)
      .where('until', '=', until)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  findLine(chatMessageId: ChatMessageId) {
    return this.#db
      .selectFrom('chat_message')
      .select([
        'chat_message_id',
        'program_live_id',
        'member_id',
        'member_name',
        'text',
        'removed_at',
      ])
      .where('chat_message_id', '=', chatMessageId)
      .executeTakeFirst();
  }

  /** Locks a line against removal until the transaction ends. @returns false if it is removed or missing */
  async lockLineShared(trx: Transaction<Database>, chatMessageId: ChatMessageId): Promise<boolean> {
    const row = await trx
      .selectFrom('chat_message')
      .select('removed_at')
      .where('chat_message_id', '=', chatMessageId)
      .forShare()
      .executeTakeFirst();
    return row?.removed_at === null;
  }

  /** Removes one line. @returns no rows if the line was already removed */
  removeLine(trx: Transaction<Database>, chatMessageId: ChatMessageId, now: Date) {
    return trx
      .updateTable('chat_message')
      .set({ removed_at: now })
      .where('chat_message_id', '=', chatMessageId)
      .where('removed_at', 'is', null)
      .returning(['program_live_id', 'chat_message_id', 'member_id', 'seq'])
      .execute();
  }

  /** Shows a removed line again. @returns whether the line had been removed */
  async restoreLine(trx: Transaction<Database>, chatMessageId: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('chat_message')
      .set({ removed_at: null })
      .where('chat_message_id', '=', chatMessageId)
      .where('removed_at', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Removes all lines of a member in one live or in all. */
  removeLinesByMember(
    trx: Transaction<Database>,
    memberId: MemberId,
    scope: LiveScope,
    now: Date,
  ): Promise<RemovedLine[]> {
    return trx
      .updateTable('chat_message')
      .set({ removed_at: now })
      .where('member_id', '=', memberId)
      .$if(scope !== null, (query) => query.where('program_live_id', '=', scope))
      .where('removed_at', 'is', null)
      .returning(['program_live_id', 'chat_message_id', 'member_id', 'seq'])
      .execute();
  }

  /** Unpins removed lines. @returns the lives whose line was unpinned */
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

  async setAnnouncement(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    announcement: NewAnnouncement | null,
  ): Promise<void> {
    await trx
      .updateTable('chat_room')
      .set({
        announcement_id: announcement === null ? null : sql<string>`uuidv7()`,
        announcement_th: announcement?.th ?? null,
        announcement_en: announcement?.en ?? null,
        announced_until: announcement?.until ?? null,
      })
      .where('program_live_id', '=', programLiveId)
      .execute();
  }

  async setShield(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    shield: NewShield | null,
  ): Promise<void> {
    await trx
      .updateTable('chat_room')
      .set({
        shield_until: shield?.until ?? null,
        shield_slow_s: shield?.slowS ?? null,
        shield_member_min: shield?.memberMinutes ?? null,
        shield_reason: shield?.reason ?? null,
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

  async findWords(): Promise<Required<WordList>> {
    const rows = await this.#db.selectFrom('chat_word').selectAll().orderBy('word').execute();
    const of = (kind: WordKind) => rows.filter((row) => row.kind === kind).map(({ word }) => word);
    return { banned: of('banned'), watched: of('watched'), innocent: of('innocent') };
  }

  /** Sets the kind of a word; `null` removes the word from the list. */
  async setWord(trx: Transaction<Database>, word: string, kind: WordKind | null): Promise<void> {
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

  async log(trx: Transaction<Database>, entry: NewAction): Promise<void> {
    await trx
      .insertInto('chat_action')
      .values({
        program_live_id: entry.programLiveId,
        member_id: entry.memberId,
        action: entry.action,
        details: JSON.stringify({ ...entry.details, because: entry.note.because }),
        created_by: entry.note.actor,
        created_by_member_id: entry.note.actorMemberId,
        reason: entry.note.reason,
        created_at: entry.now,
      })
      .execute();
  }

  /** Reads the actions on a member for the data export, without actors. */
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
