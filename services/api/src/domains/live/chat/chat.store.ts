import type { ShieldReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessage, ChatPin, ChatRole, Corner } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type {
  ChatShield,
  ChatState,
  ShowAnnouncement,
} from '@sangwian/contract/sockets/event-namespace';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { presentReply, type RepliedRow, withReplies } from './chat-replies.store.ts';
import { secondsUntil } from './chat-rules.ts';

const COLUMNS = [
  'chat_message_id',
  'program_live_id',
  'seq',
  'member_id',
  'member_name',
  'member_avatar',
  'member_role',
  'text',
  'sent_at',
  'removed_at',
  'reply_seq',
  'member_corner',
] as const;

const ROOM_COLUMNS = [
  'last_seq',
  'slow_mode_s',
  'pin_id',
  'pin_th',
  'pin_en',
  'pin_name',
  'pinned_at',
  'shield_until',
  'shield_slow_s',
  'shield_member_min',
  'shield_reason',
  'announcement_id',
  'announcement_th',
  'announcement_en',
  'announced_until',
] as const;

export interface ChatRow {
  readonly chat_message_id: string;
  readonly program_live_id: string;
  readonly seq: number;
  readonly member_id: string;
  readonly member_name: string;
  readonly member_avatar: string | null;
  readonly member_role: ChatRole | null;
  readonly text: string;
  readonly sent_at: Date;
  readonly removed_at: Date | null;
  readonly reply: RepliedRow | null;
  readonly member_corner: Corner | null;
}

export interface ChatExportRow {
  readonly program_live_id: string;
  readonly seq: number;
  readonly text: string;
  readonly sent_at: Date;
  readonly removed_at: Date | null;
}

export interface RoomRow {
  readonly last_seq: number;
  readonly slow_mode_s: number;
  readonly pin_id: string | null;
  readonly pin_th: string | null;
  readonly pin_en: string | null;
  readonly pin_name: string | null;
  readonly pinned_at: Date | null;
  readonly shield_until: Date | null;
  readonly shield_slow_s: number | null;
  readonly shield_member_min: number | null;
  readonly shield_reason: ShieldReason | null;
  readonly announcement_id: string | null;
  readonly announcement_th: string | null;
  readonly announcement_en: string | null;
  readonly announced_until: Date | null;
}

export interface NewLine {
  readonly chatMessageId: ChatMessageId;
  readonly memberId: MemberId;
  readonly memberName: string;
  readonly memberAvatar: string | null;
  readonly memberRole: ChatRole | null;
  /** Whether slow mode applies to the sender. */
  readonly paced: boolean;
  /** Whether a moderator's line has a link, which shield mode refuses. Links of other members are refused earlier. */
  readonly hasLink: boolean;
  readonly text: string;
  /** The line that this line answers. */
  readonly reply?: RepliedRow | null;
  readonly corner?: Corner | null;
}

export const presentLine = (row: ChatRow): ChatMessage => ({
  chat_message_id: row.chat_message_id as ChatMessageId,
  seq: row.seq,
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  member_avatar: row.member_avatar,
  member_role: row.member_role,
  text: row.removed_at === null ? row.text : '',
  removed: row.removed_at !== null,
  sent_at: row.sent_at.toISOString(),
  reply: row.reply === null ? null : presentReply(row.reply),
  member_corner: row.member_corner,
});

function presentPin(room: RoomRow): ChatPin | null {
  const { pin_id: id, pin_th: th, pin_en: en, pinned_at: at } = room;
  if (id === null || th === null || en === null || at === null) return null;
  return {
    chat_pin_id: id,
    text: { th, en },
    member_name: room.pin_name,
    pinned_at: at.toISOString(),
  };
}

/** Returns the shield mode of a chat; `null` if it is off or over. */
export function presentShield(room: RoomRow, now: Date): ChatShield | null {
  const { shield_until: until, shield_slow_s: slowS, shield_member_min: memberMinutes } = room;
  if (until === null || slowS === null || memberMinutes === null || until <= now) return null;
  return {
    until: until.toISOString(),
    left_s: secondsUntil(until, now),
    slow_mode_s: slowS,
    member_minutes: memberMinutes,
    reason: room.shield_reason ?? 'spam',
  };
}

/** Returns the announcement over the video; `null` if there is none or its time is over. */
function presentAnnouncement(room: RoomRow, now: Date): ShowAnnouncement | null {
  const { announcement_id: id, announced_until: until } = room;
  const { announcement_th: th, announcement_en: en } = room;
  if (id === null || th === null || en === null || until === null || until <= now) return null;
  return { announcement_id: id, text: { th, en }, left_s: secondsUntil(until, now) };
}

/** Returns the state of a chat. A chat without lines has no row. */
export const presentState = (room: RoomRow | undefined, now: Date): ChatState => ({
  slow_mode_s: room?.slow_mode_s ?? LIMITS.chatSlowModeMs / 1000,
  pin: room === undefined ? null : presentPin(room),
  shield: room === undefined ? null : presentShield(room, now),
  announcement: room === undefined ? null : presentAnnouncement(room, now),
});

export class ChatReader {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Reads the newest lines, oldest first. */
  async findLast(programLiveId: ProgramLiveId, limit: number): Promise<ChatRow[]> {
    const rows = await this.#db
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('program_live_id', '=', programLiveId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return withReplies(this.#db, programLiveId, rows.reverse());
  }

  async findAfter(programLiveId: ProgramLiveId, seq: number, limit: number): Promise<ChatRow[]> {
    const rows = await this.#db
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('program_live_id', '=', programLiveId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return withReplies(this.#db, programLiveId, rows);
  }

  /** Reads a member's lines, latest first, one page after the line `last`. */
  findForExport(memberId: MemberId, last: ChatExportRow | undefined, limit: number) {
    return this.#db
      .selectFrom('chat_message')
      .select(['program_live_id', 'seq', 'text', 'sent_at', 'removed_at'])
      .where('member_id', '=', memberId)
      .$if(last !== undefined, (query) =>
        query.where(
          sql<boolean>`(sent_at, program_live_id, seq)
            < (${last?.sent_at}::timestamptz, ${last?.program_live_id}::uuid, ${last?.seq}::integer)`,
        ),
      )
      .orderBy('sent_at', 'desc')
      .orderBy('program_live_id', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
  }

  /** Finds the chat's row; `undefined` before the first line. */
  findRoom(programLiveId: ProgramLiveId): Promise<RoomRow | undefined> {
    return this.#db
      .selectFrom('chat_room')
      .select(ROOM_COLUMNS)
      .where('program_live_id', '=', programLiveId)
      .executeTakeFirst();
  }

  /** Finds the newest removed lines after `after`. */
  async findRemoved(programLiveId: ProgramLiveId, after: number, limit: number) {
    const rows = await this.#db
      .selectFrom('chat_message')
      .select('chat_message_id')
      .where('program_live_id', '=', programLiveId)
      .where('removed_at', 'is not', null)
      .where('seq', '>', after)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.chat_message_id as ChatMessageId);
  }
}

/** Removes the name and the avatar from a deleted member's lines. */
export async function anonymizeSender(db: Kysely<Database>, memberId: MemberId): Promise<void> {
  await db
    .updateTable('chat_message')
    .set({ member_name: '', member_avatar: null })
    .where('member_id', '=', memberId)
    .where('member_name', '<>', '')
    .execute();
  await db
    .updateTable('chat_room')
    .set({ pin_name: '' })
    .where('pin_message_id', 'in', (eb) =>
      eb.selectFrom('chat_message').select('chat_message_id').where('member_id', '=', memberId),
    )
    .execute();
}

/** Adds lines to a live's chat. Must run in a transaction. */
export class ChatWriter {
  readonly #trx: Transaction<Database>;

  constructor(trx: Transaction<Database>) {
    this.#trx = trx;
  }

  /** Locks and returns the chat's row until the transaction ends. Creates it if needed. */
  lockRoom(programLiveId: ProgramLiveId): Promise<RoomRow> {
    return this.#trx
      .insertInto('chat_room')
      .values({ program_live_id: programLiveId })
      .onConflict((conflict) =>
        conflict
          .column('program_live_id')
          .doUpdateSet((eb) => ({ last_seq: eb.ref('chat_room.last_seq') })),
      )
      .returning(ROOM_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  /** Finds lines by their ids, also in other lives. Lines of this live have the lines that they answer. */
  async findByIds(
    programLiveId: ProgramLiveId,
    chatMessageIds: readonly ChatMessageId[],
  ): Promise<ChatRow[]> {
    const rows = await this.#trx
      .selectFrom('chat_message')
      .select(COLUMNS)
      .where('chat_message_id', '=', sql<string>`any(${[...chatMessageIds]}::uuid[])`)
      .execute();
    return withReplies(this.#trx, programLiveId, rows);
  }

  /**
   * Records the time of a line for each member who has waited long enough since the last line.
   *
   * @returns these members
   */
  async takePace(memberIds: readonly MemberId[], now: Date, notSince: Date): Promise<Set<string>> {
    // Ordered by id, so that rooms with the same members cannot deadlock.
    const { rows } = await sql<{ member_id: string }>`
      insert into chat_pace (member_id, last_sent_at)
      select member_id, ${now}::timestamptz from unnest(${[...memberIds]}::uuid[]) as requested (member_id)
      order by member_id
      on conflict (member_id) do update set last_sent_at = excluded.last_sent_at
        where chat_pace.last_sent_at <= ${notSince}
      returning member_id
    `.execute(this.#trx);
    return new Set(rows.map((row) => row.member_id));
  }

  /** Reads when each of these members last sent a line. */
  async findPace(memberIds: readonly MemberId[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#trx
      .selectFrom('chat_pace')
      .selectAll()
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute();
    return new Map(rows.map((row) => [row.member_id, row.last_sent_at]));
  }

  /** Finds those of these members who joined the site after the given time. */
  async findNewcomers(memberIds: readonly MemberId[], since: Date): Promise<ReadonlySet<string>> {
    const rows = await this.#trx
      .selectFrom('member')
      .select('member_id')
      .where('member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .where('created_at', '>', since)
      .execute();
    return new Set(rows.map((row) => row.member_id));
  }

  async addLines(
    programLiveId: ProgramLiveId,
    lines: readonly NewLine[],
    lastSeq: number,
    now: Date,
  ): Promise<ChatRow[]> {
    const rows = lines.map((line, index) => ({
      program_live_id: programLiveId,
      seq: lastSeq + index + 1,
      chat_message_id: line.chatMessageId,
      member_id: line.memberId,
      member_name: line.memberName,
      member_avatar: line.memberAvatar,
      member_role: line.memberRole,
      text: line.text,
      sent_at: now,
      removed_at: null,
      reply_seq: line.reply?.seq ?? null,
      member_corner: line.corner ?? null,
    }));
    await this.#trx.insertInto('chat_message').values(rows).execute();
    await this.#trx
      .updateTable('chat_room')
      .set({ last_seq: lastSeq + rows.length })
      .where('program_live_id', '=', programLiveId)
      .execute();
    return rows.map((row, index) => ({ ...row, reply: lines[index]?.reply ?? null }));
  }
}
