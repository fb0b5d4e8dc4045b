import type { ProgramLiveId } from '@sangwian/contract/ids';
import { type Kysely, sql } from 'kysely';
import { ChatDeskStore } from '../../services/api/src/domains/live/chat/chat-desk.store.ts';
import { BatchStore } from '../../services/api/src/domains/money/redeem/batches.store.ts';
import { AuditStore } from '../../services/api/src/domains/operations/audit/audit.store.ts';
import { OrderSearchStore } from '../../services/api/src/domains/operations/order-desk/order-search.store.ts';
import {
  makeOrders,
  ORDER_FILTERS,
} from '../../services/api/src/domains/operations/order-desk/testing/make-orders.ts';
import { WebhookLogStore } from '../../services/api/src/domains/operations/order-desk/webhook-log.store.ts';
import { loadSampleSeason } from '../../services/api/src/sample-season/load.ts';
import type { Database } from '../../services/api/src/schema/database.ts';

const ROWS = 100_000;
/** Rows that the console reads for a page of 50. The extra row shows whether another page follows. */
const PAGE_ROWS = 51;
const STAFF = '01920000-0000-7000-8000-0000000000aa';
const BATCH = 'BENCH';
/** A batch has at most 10 000 codes. */
const BATCHES = 10;
/** One of the members that `makeOrders` creates. */
const MEMBER = '01920000-0000-7000-8000-000000000007';

/** A list of the console with 100 000 rows, and each of its filters. */
interface ConsoleList {
  readonly name: string;
  readonly fill: (db: Kysely<Database>) => Promise<void>;
  readonly filters: (db: Kysely<Database>) => Promise<readonly (() => Promise<unknown>)[]>;
}

/** Runs statements without the site's statement timeout, and then updates the planner statistics of their tables. */
async function fillTables(
  db: Kysely<Database>,
  tables: readonly string[],
  statements: readonly ReturnType<typeof sql>[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

const orders: ConsoleList = {
  name: 'orders',
  fill: makeOrders,
  filters: async (db) => {
    const store = new OrderSearchStore(db);
    return Object.values(ORDER_FILTERS).map(
      ({ filter }) =>
        () =>
          store.findPage(filter, null, PAGE_ROWS),
    );
  },
};

const audit: ConsoleList = {
  name: 'audit rows',
  fill: (db) =>
    fillTables(
      db,
      ['audit_entry', 'audit_outcome'],
      [
        sql`insert into staff (staff_id, name, email, role) values (${STAFF}, 'Bench', 'bench@sangwian.example', 'owner')`,
        sql`
          insert into audit_entry (staff_id, actor, role, credential, operation, parts, request_id, address, created_at)
          select case when n % 1000 = 7 then ${STAFF}::uuid end, 'Bench', 'owner', 'session',
            case when n % 5000 = 11 then 'POST /operator/rare' else 'POST /operator/show/bouts/{match_live_id}/direct' end,
            '{}', n::text, '10.0.0.1', now() - (${sql.lit(ROWS)} - n) * interval '1 minute'
          from generate_series(1, ${sql.lit(ROWS)}) as n`,
        sql`
          insert into audit_outcome (audit_entry_id, result, subject_type, subject_id, reason, created_at)
          select audit_entry_id, 'done', case when request_id::int % 9973 = 5 then 'order' else 'bout' end,
            (request_id::int % 2000)::text, 'bench', created_at
          from audit_entry where address = '10.0.0.1'`,
      ],
    ),
  filters: async (db) => {
    const store = new AuditStore(db);
    const past = (days: number) => new Date(Date.now() - days * 86_400_000);
    const wanted: Parameters<AuditStore['list']>[0][] = [
      {},
      { staffId: STAFF },
      { operation: 'POST /operator/rare' },
      { operation: 'POST /operator/never' },
      { subjectType: 'order' },
      { subjectType: 'never' },
      { subjectType: 'bout', subjectId: '1234' },
      { subjectId: '1234' },
      { from: past(40), to: past(39) },
      { staffId: STAFF, from: past(60), to: past(59) },
    ];
    return wanted.map((filter) => () => store.list(filter, undefined, PAGE_ROWS));
  },
};

const webhooks: ConsoleList = {
  name: 'webhooks',
  fill: (db) =>
    fillTables(
      db,
      ['payment_webhook'],
      [
        sql`
          insert into payment_webhook (provider, received_at, address, headers, body, signature, event_id, kind, outcome,
            tries, due_at, handled_at)
          select case when n % 5000 = 7 then 'paypal' else 'omise' end, at, '10.0.0.1', '{}',
            convert_to(repeat('x', 900), 'utf8'), 'valid', 'evnt_' || n, 'charge.complete',
            case when n % 9973 = 5 then null when n % 3000 = 11 then 'unreadable' when n % 4 = 0 then 'no_news' else 'asked' end,
            1, at, case when n % 9973 = 5 then null else at end
          from (
            select n, now() - (${sql.lit(ROWS)} - n) * interval '1 minute' as at
            from generate_series(1, ${sql.lit(ROWS)}) as n
          ) as made`,
      ],
    ),
  filters: async (db) => {
    const store = new WebhookLogStore(db);
    const { rows } = await sql<{ id: string }>`
      select coin_order_id as id from payment_attempt order by payment_attempt_id limit 1
    `.execute(db);
    const page = { before: null, limit: PAGE_ROWS };
    const wanted: Parameters<WebhookLogStore['findPage']>[0][] = [
      page,
      { ...page, provider: 'paypal' },
      { ...page, outcome: 'waiting' },
      { ...page, outcome: 'unreadable' },
      { ...page, outcome: 'given_up' },
      { ...page, provider: 'paypal', outcome: 'forged' },
      { ...page, orderId: rows[0]?.id },
    ];
    return [...wanted.map((filter) => () => store.findPage(filter)), () => store.countWaiting()];
  },
};

const codes: ConsoleList = {
  name: 'codes',
  fill: (db) =>
    fillTables(
      db,
      ['redeem_batch', 'redeem_code', 'redeem_use'],
      [
        sql`
          insert into redeem_batch (name, created_by, created_at)
          select ${BATCH} || n, 'bench', now() from generate_series(0, ${sql.lit(BATCHES - 1)}) as n`,
        sql`
          insert into redeem_code (code, shown_code, batch, kind, amount_coins, per_member, note, created_by, created_at,
            disabled_at, disabled_by)
          select 'BENCH' || n, 'BENCH' || n, ${BATCH} || n % ${sql.lit(BATCHES)}, 'coin', 100, 'once', '', 'bench', now(),
            case when n % 9973 = 5 then now() end, case when n % 9973 = 5 then 'bench' end
          from generate_series(1, ${sql.lit(ROWS)}) as n`,
        sql`
          insert into redeem_use (redeem_use_id, redeem_code_id, member_id, period, amount_coins, used_at)
          select uuidv7(), redeem_code_id, ${MEMBER}, 'once', 100, now()
          from redeem_code where code ~ '^BENCH.*7.$'`,
      ],
    ),
  filters: async (db) => {
    const store = new BatchStore(db);
    const page = { batch: `${BATCH}7`, after: null, limit: PAGE_ROWS };
    const { rows } = await sql<{ id: string }>`
      select redeem_batch_id as id from redeem_batch
    `.execute(db);
    const ids = rows.map(({ id }) => id);
    return [
      ...([undefined, 'open', 'redeemed', 'disabled'] as const).map(
        (state) => () => store.findCodes({ ...page, state }),
      ),
      () => store.find(ids),
      () => store.findIds({ name: 'ench', code: 'BENCH4711', before: null, limit: PAGE_ROWS }),
    ];
  },
};

/** The live of the sample season whose chat contains the removed lines. */
const findLive = async (db: Kysely<Database>): Promise<ProgramLiveId> => {
  const { program_live_id: id } = await db
    .selectFrom('program_live')
    .select('program_live_id')
    .where('status', '=', 'in_progress')
    .executeTakeFirstOrThrow();
  return id as ProgramLiveId;
};

const removals: ConsoleList = {
  name: 'chat removals',
  fill: async (db) => {
    await loadSampleSeason(db, { now: new Date() });
    const live = await findLive(db);
    await fillTables(
      db,
      ['chat_message', 'chat_action'],
      [
        sql`insert into chat_room (program_live_id) values (${live}) on conflict do nothing`,
        sql`
          insert into chat_message (program_live_id, seq, chat_message_id, member_id, member_name, text, sent_at, removed_at)
          select ${live}, 1000000 + n, uuidv7(), ('01920000-0000-7000-8000-' || lpad((n % 2000)::text, 12, '0'))::uuid,
            'Fan', 'bench', now(), now() - n * interval '1 second'
          from generate_series(1, ${sql.lit(ROWS)}) as n`,
        sql`
          insert into chat_action (program_live_id, member_id, action, details, created_by, reason, created_at)
          select program_live_id, member_id, 'remove', '{}', 'bench', 'bench', removed_at
          from chat_message where program_live_id = ${live} and seq > 1000000`,
      ],
    );
  },
  filters: async (db) => {
    const store = new ChatDeskStore(db);
    const live = { program_live_id: await findLive(db) };
    const wanted = [
      live,
      { ...live, member_id: MEMBER as never },
      { ...live, member_id: '01920000-0000-7000-8000-00000000dead' as never },
    ];
    return [
      ...wanted.map((filter) => () => store.findRemoved(filter, null, PAGE_ROWS)),
      () => store.findRemoved(live, 1_050_000, PAGE_ROWS),
    ];
  },
};

/** The lists of the console. The list of members has a separate bench. */
export const CONSOLE_LISTS: readonly ConsoleList[] = [orders, audit, webhooks, codes, removals];
