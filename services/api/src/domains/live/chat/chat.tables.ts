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

/** One live's chat: its counter, whose row lock is what keeps `seq` without gaps, and what holds in it. */
interface ChatRoomTable {
  program_live_id: string;
  last_seq: Generated<number>;
  slow_mode_s: Generated<number>;
  pin_id: string | null;
  pin_th: string | null;
  pin_en: string | null;
  /** Whose line was pinned; `null` where the show speaks. */
  pin_name: string | null;
  pin_message_id: string | null;
  pinned_at: Date | null;
}

interface ChatMessageTable {
  program_live_id: string;
  seq: number;
  chat_message_id: string;
  member_id: string;
  /** As it was when the line was sent. */
  member_name: string;
  member_avatar: string | null;
  member_role: ChatRole | null;
  text: string;
  sent_at: Date;
  /** Since then nobody is shown the text. */
  removed_at: Generated<Date | null>;
}

/** When a member last sent a line, anywhere: slow mode holds across sockets and nodes. */
interface ChatPaceTable {
  member_id: string;
  last_sent_at: Date;
}

/** Who may not send until when. */
interface ChatTimeoutTable {
  member_id: string;
  /** `null`: in every live. */
  program_live_id: string | null;
  until: Date;
}

interface ChatWordTable {
  word: string;
  kind: 'banned' | 'innocent';
}

/** What was done to keep order, by whom and why. Rows are only ever added. */
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
