import type { ReportReason, ShieldReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatRole, Corner } from '@sangwian/contract/endpoints/live';
import type { Generated } from 'kysely';

export interface ChatTables {
  chat_room: ChatRoomTable;
  chat_message: ChatMessageTable;
  chat_pace: ChatPaceTable;
  chat_timeout: ChatTimeoutTable;
  chat_word: ChatWordTable;
  chat_action: ChatActionTable;
  chat_block: ChatBlockTable;
  chat_case: ChatCaseTable;
  chat_report: ChatReportTable;
  chat_held_line: ChatHeldLineTable;
  chat_appeal: ChatAppealTable;
}

/** One live's chat: its counter, slow mode and pin. The lock on this row keeps `seq` free of gaps. */
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
  /** When shield mode ends. */
  shield_until: Date | null;
  shield_slow_s: number | null;
  shield_member_min: number | null;
  shield_reason: ShieldReason | null;
  announcement_id: string | null;
  announcement_th: string | null;
  announcement_en: string | null;
  /** When the announcement over the video ends. */
  announced_until: Date | null;
  /** The last line whose answers and mentions have been noticed. */
  noticed_seq: Generated<number>;
}

interface ChatMessageTable {
  program_live_id: string;
  seq: number;
  chat_message_id: string;
  member_id: string;
  /** The sender's name when the line was sent. */
  member_name: string;
  member_avatar: string | null;
  member_role: ChatRole | null;
  text: string;
  sent_at: Date;
  /** When the line was removed. The text of a removed line is hidden. */
  removed_at: Generated<Date | null>;
  /** The line of the same live that this line answers. */
  reply_seq: Generated<number | null>;
  /** The corner that the sender had cheered most in the bout. */
  member_corner: Generated<Corner | null>;
}

/** When a member last sent a line, in any live. Slow mode applies across sockets and nodes. */
interface ChatPaceTable {
  member_id: string;
  last_sent_at: Date;
}

/** A member's time-out: until when the member may not send. */
interface ChatTimeoutTable {
  member_id: string;
  /** `null` for every live. */
  program_live_id: string | null;
  until: Date;
}

interface ChatWordTable {
  word: string;
  kind: 'banned' | 'watched' | 'innocent';
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

/** A member whose lines another member does not see. */
interface ChatBlockTable {
  member_id: string;
  blocked_member_id: string;
  created_at: Date;
}

/** All reports of one line (`chat_message_id`), or of one member, with their decision. */
interface ChatCaseTable {
  chat_case_id: Generated<string>;
  /** The reported member. */
  member_id: string;
  program_live_id: string | null;
  chat_message_id: string | null;
  state: Generated<'open' | 'taken' | 'decided'>;
  reports: Generated<number>;
  opened_at: Date;
  /** The time of the newest report. */
  reported_at: Date;
  taken_by: string | null;
  taken_at: Date | null;
  decision: 'removed' | 'timed_out' | 'dismissed' | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

interface ChatReportTable {
  chat_report_id: Generated<string>;
  chat_case_id: string;
  /** The reporter; `null` once the account is deleted. */
  member_id: string | null;
  reason: ReportReason;
  note: string;
  created_at: Date;
}

/** A line with a watched word. It enters the chat only when a moderator allows it. */
interface ChatHeldLineTable {
  /** The id of the line in the chat. */
  chat_held_line_id: string;
  program_live_id: string;
  member_id: string;
  member_name: string;
  member_avatar: string | null;
  member_role: ChatRole | null;
  text: string;
  reply_seq: Generated<number | null>;
  word: string;
  state: Generated<'held' | 'allowed' | 'removed' | 'expired'>;
  held_at: Date;
  expires_at: Date;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

/** A member's appeal against a time-out, which `until` identifies. */
interface ChatAppealTable {
  chat_appeal_id: Generated<string>;
  member_id: string;
  program_live_id: string | null;
  /** The end of the appealed time-out; `null` if the appeal is about a removed line. */
  until: Date | null;
  chat_message_id: string | null;
  text: string;
  state: Generated<'open' | 'granted' | 'refused'>;
  created_at: Date;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}
