import type { ChatRole } from '@sangwian/contract/endpoints/live';
import type { Generated } from 'kysely';

export interface ChatTables {
  chat_room: ChatRoomTable;
  chat_message: ChatMessageTable;
  chat_pace: ChatPaceTable;
  chat_timeout: ChatTimeoutTable;
  chat_word: ChatWordTable;
  chat_action: ChatActionTable;
}

/** One live's chat: its counter, slow mode and pin. The row lock keeps `seq` without gaps. */
interface ChatRoomTable {
  program_live_id: string;
  last_seq: Generated<number>;
  slow_mode_s: Generated<number>;
  pin_id: string | null;
  pin_th: string | null;
  pin_en: string | null;
  /** The sender of a pinned line; `null` for an operator's text. */
  pin_name: string | null;
  pin_message_id: string | null;
  pinned_at: Date | null;
}

interface ChatMessageTable {
  program_live_id: string;
  seq: number;
  chat_message_id: string;
  member_id: string;
  /** The name at the time of the line. */
  member_name: string;
  member_avatar: string | null;
  member_role: ChatRole | null;
  text: string;
  sent_at: Date;
  /** When the line was removed; its text is hidden since. */
  removed_at: Generated<Date | null>;
}

/** When a member last sent a line, in any live. Slow mode applies across sockets and nodes. */
interface ChatPaceTable {
  member_id: string;
  last_sent_at: Date;
}

/** Until when a member may not send. */
interface ChatTimeoutTable {
  member_id: string;
  /** `null` for every live. */
  program_live_id: string | null;
  until: Date;
}

interface ChatWordTable {
  word: string;
  kind: 'banned' | 'innocent';
}

/** The append-only log of moderation, with actor and reason. */
interface ChatActionTable {
  chat_action_id: Generated<string>;
  program_live_id: string | null;
  member_id: string | null;
  action: string;
  details: unknown;
  created_by: string;
  created_by_member_id: string | null;
  reason: string;
  created_at: Date;
}
