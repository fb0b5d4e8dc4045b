export interface ChatTables {
  chat_room: ChatRoomTable;
  chat_message: ChatMessageTable;
  chat_pace: ChatPaceTable;
}

/** The counter of one live's chat. Its row lock is what keeps `seq` without gaps. */
interface ChatRoomTable {
  program_live_id: string;
  last_seq: number;
}

interface ChatMessageTable {
  program_live_id: string;
  seq: number;
  chat_message_id: string;
  member_id: string;
  /** As it was when the line was sent. */
  member_name: string;
  member_avatar: string | null;
  text: string;
  sent_at: Date;
}

/** When a member last sent a line, anywhere: slow mode holds across sockets and nodes. */
interface ChatPaceTable {
  member_id: string;
  last_sent_at: Date;
}
