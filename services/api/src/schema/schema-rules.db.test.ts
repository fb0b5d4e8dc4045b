import { createLogger } from '@sangwian/node-kit/logger';
import { createTestDatabase } from '@sangwian/testkit/test-database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../platform/database/create-database.ts';
import type { Database } from './database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Database>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase(database.url, createLogger('test', 'silent'));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Columns of the tables that migrations create, without Kysely's tables and partitions. */
const COLUMNS = sql`
  select c.oid as table_oid, c.relname as table_name, a.attnum, a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'kysely_%'`;

async function names(query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ found: string }>).execute(db);
  return rows.map(({ found }) => found).sort();
}

/** Exceptions: keys that other systems assign, and keys of a row that the table extends. */
const NATURAL_KEYS = [
  'apple_return.state',
  'audit_outcome.audit_entry_id',
  'channel_lease.channel_id',
  'chat_pace.member_id',
  'chat_room.program_live_id',
  'chat_word.word',
  'deleted_member.member_id',
  'dropped_photo_folder.folder',
  'dropped_picture.picture',
  'ended_watch_session.watch_session_id',
  'exchange_rate_check.base_code',
  'exchange_rate_sheet.base_code',
  'fighter_edit.fighter_id',
  'fighter_import.import_key',
  'fighter_search.fighter_id',
  'gift_settlement.match_live_id',
  'guess_count.guess_key',
  'ledger_checkpoint_balance.account_id',
  'member_credential.member_id',
  'member_nickname.member_id',
  'otp.otp_ref',
  'partner_system.map_system_id',
  'payment_event_cursor.provider',
  'payment_slip_picture.payment_slip_id',
  'predict_program.program_id',
  'proof.token_hash',
  'schema_function.name',
  'search_word.sound',
  'self_exclusion.member_id',
  'site_switch.name',
  'spent_idempotency_key.key_hash',
];

test('a primary key is named <table>_id, with a list of exceptions', async () => {
  const found = await names(sql`
    with columns as (${COLUMNS})
    select table_name || '.' || columns.name as found
    from columns join pg_constraint n on n.conrelid = table_oid and n.contype = 'p' and n.conkey = array[attnum]
    where columns.name <> table_name || '_id' and columns.name <> 'only_one'`);
  expect(found).toEqual(NATURAL_KEYS);
});

/** Columns that refer to a row without a foreign key. The schema's comments have the reasons. */
const NO_FOREIGN_KEY = [
  // Identifies one start of a process. No table lists starts.
  'channel_lease.media_process_id',
  // Each gift of a crowd would lock the same rows. send_gifts has already read them.
  'gift_bar.match_live_id',
  'gift_log.gift_id',
  'gift_log.match_live_id',
  'gift_log.member_id',
  'gift_supporter.match_live_id',
  'gift_supporter.member_id',
  // Accounts are never deleted, and a trigger checks new transfers once per statement.
  'ledger_checkpoint_balance.account_id',
  'transfer.credit_account_id',
  'transfer.debit_account_id',
  'transfer.member_id',
  // Sheets and standings are written for a whole crowd at once. A slot may outlive its bout.
  'predict_sheet.program_id',
  'predict_slot.bout_id',
  'predict_standing.member_id',
  'predict_standing.predict_board_id',
  // The row of a permanently lost origin is deleted before its recordings.
  'recording_object.media_origin_id',
  // A watch session moves to another table when it ends, and the sessions of a crowd end at once.
  'ended_watch_session.match_live_stream_id',
  'ended_watch_session.member_id',
  'ended_watch_session.member_session_id',
  'ended_watch_session.program_live_id',
  'ended_watch_session.watch_session_id',
  'watch_revocation.watch_session_id',
  // The claims of a crowd's watch sessions would lock the row of their node.
  'watch_session.watch_node_id',
  // An act at ringside must not wait for a lock of its staff account, and accounts are never deleted.
  'bout_ruling.confirmed_by_staff_id',
  'bout_ruling.created_by_staff_id',
  'show_action.staff_id',
  // Ids that other systems assign, ids of nodes, and ids that are generated for one message or act.
  'audit_entry.request_id',
  'audit_outcome.subject_id',
  'chat_room.announcement_id',
  'chat_room.pin_id',
  'gift_bar.node_id',
  'member.map_member_id',
  'node_sample.api_node_id',
  'partner_key.key_id',
  'staff_passkey.credential_id',
  'payment_webhook.event_id',
  'show_action.act_id',
];

test('a column that refers to a row has a foreign key, with a list of exceptions', async () => {
  const found = await names(sql`
    with columns as (${COLUMNS})
    select table_name || '.' || columns.name as found from columns
    where columns.name like '%\\_id' and columns.name <> table_name || '_id'
      and table_name || '.' || columns.name <> 'partner_system.map_system_id'
      and not exists (
        select from pg_constraint n where n.conrelid = table_oid and n.contype = 'f' and attnum = any(n.conkey))`);
  expect(found).toEqual([...NO_FOREIGN_KEY].sort());
});

test('an amount is a bigint whose name ends with its unit', async () => {
  const found = await names(sql`
    with columns as (${COLUMNS})
    select table_name || '.' || columns.name || ' ' || type as found from columns
    where (columns.name ~ '(^|_)(coins|satang|baht)(_|$)')
      and (type <> 'bigint' or columns.name !~ '.+_(coins|satang)$')`);
  expect(found).toEqual([]);
});

test('a time is a timestamptz in milliseconds', async () => {
  const found = await names(sql`
    with columns as (${COLUMNS})
    select table_name || '.' || columns.name || ' ' || type as found from columns
    where type like 'time%' and type <> 'timestamp(3) with time zone'`);
  expect(found).toEqual([]);
});

test('the actor of a change is in created_by or updated_by', async () => {
  const found = await names(sql`
    with columns as (${COLUMNS})
    select table_name || '.' || columns.name as found from columns
    where columns.name in ('who', 'by_whom') or columns.name ~ '^(told|done|changed|recorded|made)_by'`);
  expect(found).toEqual([]);
});
