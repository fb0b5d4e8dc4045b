import type { Generated } from 'kysely';

export interface WatchTables {
  watch_session: WatchSessionTable;
  ended_watch_session: EndedWatchSessionTable;
  watch_revocation: WatchRevocationTable;
  stream_view: StreamViewTable;
  stream_view_count: StreamViewCountTable;
}

export type WatchEndReason = 'left' | 'ejected' | 'silent' | 'signed_out';

/** One browser of one member, watching; its tabs share it. A member has one at most. */
interface WatchSessionTable {
  watch_session_id: Generated<string>;
  member_id: string;
  /** The sign-in that it was started with: when that ends, this does. */
  member_session_id: string;
  watch_token: string;
  program_live_id: string;
  match_live_stream_id: string;
  started_at: Date;
  last_seen_at: Date;
  /** Its last socket is gone since then, and it was not heard of after that: it is not counted. */
  gone_at: Date | null;
  /** Until when the newest grant of this session is good. */
  expires_at: Date;
}

/** A session that ended. */
interface EndedWatchSessionTable {
  watch_session_id: string;
  member_id: string;
  member_session_id: string;
  watch_token: string;
  program_live_id: string;
  match_live_stream_id: string;
  started_at: Date;
  last_seen_at: Date;
  ended_at: Date;
  end_reason: WatchEndReason;
}

/** A playback grant that is dead before it expires. */
interface WatchRevocationTable {
  watch_revocation_id: Generated<string>;
  watch_session_id: string;
  expires_at: Date;
  revoked_at: Date;
  /** The writing transaction: what a reader's cursor counts in. */
  written_by: Generated<string>;
}

/** Who has viewed a stream, each once. */
interface StreamViewTable {
  match_live_stream_id: string;
  /** `member:<id>`, or `device:<hash>` of a visitor's browser. */
  viewer: string;
  viewed_at: Date;
}

/** How many they are; the sum of a stream's rows. */
interface StreamViewCountTable {
  match_live_stream_id: string;
  slot: number;
  views: number;
}
