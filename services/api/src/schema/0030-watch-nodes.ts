import { type Kysely, sql } from 'kysely';

/** The node that receives a viewer's heartbeats counts the viewer. Heartbeats no longer update rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The viewers that one node hears. A row that has expired belongs to a node that is away.
    create table watch_node (
      watch_node_id uuid not null constraint watch_node_pkey primary key,
      -- One object for each stream: program_live_id, match_live_stream_id, viewers.
      viewers jsonb not null,
      -- By the clock of the node, as the times of its sessions are.
      seen_at timestamptz(3) not null,
      -- By the clock of the database, which is the same for all nodes.
      expires_at timestamptz(3) not null
    ) with (fillfactor = 10);

    alter table watch_session
      -- The node that hears the session and counts it; null: no node, the session ends 45 seconds after last_seen_at.
      -- While it has a node, last_seen_at is 9999-12-31, which nodes of the earlier release take for a sign of life.
      -- No foreign key: claims of a crowd would lock one row, and sessions may outlive the row of their node.
      add column watch_node_id uuid;
    create index watch_session_node_idx on watch_session (watch_node_id, last_seen_at);
    -- Sign-ins whose node died before it ended their watch sessions.
    create index member_session_revoked_idx on member_session (revoked_at) where revoked_at is not null;
  `.execute(db);
}
