import type { Generated } from 'kysely';

export interface WatchTables {
  watch_node: WatchNodeTable;
  watch_session: WatchSessionTable;
  ended_watch_session: EndedWatchSessionTable;
  watch_revocation: WatchRevocationTable;
  stream_view: StreamViewTable;
  stream_view_count: StreamViewCountTable;
}

export type WatchEndReason = 'left' | 'ejected' | 'silent' | 'signed_out';

/** The running watch session of a member, shared by the tabs of one browser. A member has at most one. */
interface WatchSessionTable {
  watch_session_id: Generated<string>;
  member_id: string;
  /** The sign-in that started the watch session, which ends with the sign-in. */
  member_session_id: string;
  watch_token: string;
  program_live_id: string;
  match_live_stream_id: string;
  started_at: Date;
  /** `HELD_AT` while a node holds the session. */
  last_seen_at: Date;
  /** When the last socket closed. While this is set, the session is not counted. The next sign of life clears it. */
  gone_at: Date | null;
  /** When the newest grant of the session expires. */
  expires_at: Date;
  /** The node that holds the session. */
  watch_node_id: string | null;
}

/** A node, with the numbers of viewers that it reports. */
interface WatchNodeTable {
  watch_node_id: string;
  viewers: NodeViewers[];
  seen_at: Date;
  /** By the clock of the database. */
  expires_at: Date;
}

export interface NodeViewers {
  readonly program_live_id: string;
  readonly match_live_stream_id: string;
  readonly viewers: number;
}

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

/** A revoked playback grant. */
interface WatchRevocationTable {
  watch_revocation_id: Generated<string>;
  watch_session_id: string;
  expires_at: Date;
  revoked_at: Date;
  /** The id of the writing transaction, which readers use as the cursor. */
  written_by: Generated<string>;
}

/** A viewer of a stream. */
interface StreamViewTable {
  match_live_stream_id: string;
  /** `member:<id>` or `visitor:<hash>`. */
  viewer: string;
  viewed_at: Date;
}

/** The views of a stream are the sum of its rows. */
interface StreamViewCountTable {
  match_live_stream_id: string;
  slot: number;
  views: number;
}
