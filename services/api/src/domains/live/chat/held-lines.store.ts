import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { HeldMessage } from '@sangwian/contract/sockets/event-namespace';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { NewLine } from './chat.store.ts';
import type { ChatTables } from './chat.tables.ts';

export type HeldRow = Selectable<ChatTables['chat_held_line']>;

export interface HeldDecision {
  readonly state: 'allowed' | 'removed';
  readonly reason: ReportReason | null;
  readonly actor: string;
  readonly now: Date;
}

/** Maximum number of decided lines that are still shown to their author after a reload. */
const OWN_SHOWN_MAX = 20;

/** Reads and writes the lines that wait for review. */
export class HeldLinesStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  find(id: ChatMessageId): Promise<HeldRow | undefined> {
    return this.#db
      .selectFrom('chat_held_line')
      .selectAll()
      .where('chat_held_line_id', '=', id)
      .executeTakeFirst();
  }

  /** Finds a member's lines of a live that were held recently, oldest first. */
  async findOwn(programLiveId: ProgramLiveId, memberId: MemberId, now: Date) {
    const since = new Date(now.getTime() - LIMITS.chatHeldMinutesMax * 60_000);
    const rows = await this.#db
      .selectFrom('chat_held_line')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('program_live_id', '=', programLiveId)
      .where('held_at', '>', since)
      .orderBy('held_at', 'desc')
      .limit(OWN_SHOWN_MAX)
      .execute();
    return rows.reverse().map(
      (row): HeldMessage => ({
        chat_message_id: row.chat_held_line_id as ChatMessageId,
        text: row.text,
        state: row.state,
        reason: row.reason as ReportReason | null,
      }),
    );
  }

  /** Counts a member's waiting lines in a live. */
  async countWaiting(programLiveId: ProgramLiveId, memberId: MemberId, now: Date): Promise<number> {
    const { lines } = await this.#db
      .selectFrom('chat_held_line')
      .select((eb) => eb.fn.countAll<string>().as('lines'))
      .where('member_id', '=', memberId)
      .where('program_live_id', '=', programLiveId)
      .where('state', '=', 'held')
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(lines);
  }

  async add(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    line: NewLine,
    word: string,
    now: Date,
  ): Promise<void> {
    await trx
      .insertInto('chat_held_line')
      .values({
        chat_held_line_id: line.chatMessageId,
        program_live_id: programLiveId,
        member_id: line.memberId,
        member_name: line.memberName,
        member_avatar: line.memberAvatar,
        member_role: line.memberRole,
        text: line.text,
        reply_seq: line.reply?.seq ?? null,
        word,
        held_at: now,
        expires_at: new Date(now.getTime() + LIMITS.chatHeldMinutesMax * 60_000),
      })
      .execute();
  }

  /** Decides a waiting line. @returns `undefined` if it is missing, expired or decided */
  decide(
    trx: Transaction<Database>,
    id: ChatMessageId,
    { state, reason, actor, now }: HeldDecision,
  ): Promise<HeldRow | undefined> {
    return trx
      .updateTable('chat_held_line')
      .set({ state, reason, decided_by: actor, decided_at: now })
      .where('chat_held_line_id', '=', id)
      .where('state', '=', 'held')
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
  }

  /** Expires the lines that were not decided in time. */
  expire(now: Date): Promise<HeldRow[]> {
    return this.#db
      .updateTable('chat_held_line')
      .set({ state: 'expired', decided_at: now })
      .where('state', '=', 'held')
      .where('expires_at', '<=', now)
      .returningAll()
      .execute();
  }

  /** Reads the queue of one live, or with `null` of all lives, oldest first. */
  findQueue(programLiveId: ProgramLiveId | null, now: Date, limit: number): Promise<HeldRow[]> {
    return this.#db
      .selectFrom('chat_held_line')
      .selectAll()
      .where('state', '=', 'held')
      .where('expires_at', '>', now)
      .$if(programLiveId !== null, (query) =>
        query.where('program_live_id', '=', programLiveId as string),
      )
      .orderBy('held_at')
      .orderBy('chat_held_line_id')
      .limit(limit)
      .execute();
  }

  findForExport(memberId: MemberId, after: HeldRow | undefined, limit: number) {
    return this.#db
      .selectFrom('chat_held_line')
      .selectAll()
      .where('member_id', '=', memberId)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(held_at, chat_held_line_id)
            < (${after?.held_at}::timestamptz, ${after?.chat_held_line_id}::uuid)`,
        ),
      )
      .orderBy('held_at', 'desc')
      .orderBy('chat_held_line_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Removes the name and the avatar from a deleted member's lines. */
  async anonymizeSender(memberId: MemberId): Promise<void> {
    await this.#db
      .updateTable('chat_held_line')
      .set({ member_name: '', member_avatar: null })
      .where('member_id', '=', memberId)
      .execute();
  }
}
