import pg from 'pg';

/** Number of rows of a site after several years. */
export interface Size {
  readonly members: number;
  readonly transfers: number;
  readonly messages: number;
  readonly cards: number;
}

/** Rows per statement, so that memory stays bounded. */
const ROWS_AT_ONCE = 250_000;

/**
 * Fills a database that contains the sample season to the given size, as its superuser. Foreign keys and triggers are
 * skipped, because the rows are correct by construction; indexes and check constraints apply. The ledger balances
 * afterwards. Old rows have old ids.
 */
export async function growDatabase(
  adminUrl: string,
  size: Size,
  onNote: (text: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    await inParts(size.members, (from, to) => client.query(MEMBERS, [from, to]));
    onNote(`${size.members} members`);
    await client.query(CARDS, [size.cards]);
    for (const statement of CARD_PARTS) await client.query(statement);
    onNote(`${size.cards} cards`);
    await client.query(FANS);
    // Each step adds a pair of transfers: coins credited, and the same coins spent.
    await inParts(size.transfers / 2, (from, to) =>
      client.query(TRANSFERS, [from, to, size.members]),
    );
    await client.query(BALANCES);
    onNote(`${size.transfers} transfers`);
    await inParts(size.messages, (from, to) => client.query(MESSAGES, [from, to, size.cards]));
    onNote(`${size.messages} messages`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function inParts(
  total: number,
  run: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= total; from += ROWS_AT_ONCE) {
    await run(from, Math.min(total, from + ROWS_AT_ONCE - 1));
  }
}

const MEMBERS = `
  with made as (
    insert into member (member_id, first_name, last_name, phone, email, created_at)
    select uuidv7((n - 2000000) * interval '80 seconds'), 'แฟน' || n % 997, 'มวย' || n % 7919, '+6690' || lpad(n::text, 7, '0'),
      'grown' || n || '@fans.example', now() + (n - 2000000) * interval '80 seconds'
    from generate_series($1::int, $2::int) as n
    returning member_id
  )
  insert into account (name, member_id, holder)
  select 'member:' || member_id, member_id, 'member' from made`;

/** Copies an ended card of the sample into the past, three times a week. */
const CARDS = `
  create temp table grown_card as
  select n, uuidv7(-n * interval '56 hours') as program_id, uuidv7(-n * interval '56 hours') as program_live_id,
    n * interval '56 hours' as shift, sample.program_id as of
  from generate_series(1, $1::int) as n
  cross join (
    select program_id from program where exists (select from program_live where program_live.program_id = program.program_id)
      and not exists (select from bout where bout.program_id = program.program_id and winner is null)
    order by starts_at limit 1
  ) as sample`;

const columnsOf = (table: string, changed: Readonly<Record<string, string>>): string => `
  do $$
  declare names text; texts text;
  begin
    select string_agg(quote_ident(attname), ', ' order by attnum),
      string_agg(coalesce('${JSON.stringify(changed)}'::jsonb ->> attname, 's.' || quote_ident(attname)), ', ' order by attnum)
    into names, texts from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute 'insert into ${table} (' || names || ') select ' || texts || ' from ${table} s '
      || $join$JOIN$join$;
  end $$`;

const copyRows = (table: string, changed: Readonly<Record<string, string>>, join: string): string =>
  columnsOf(table, changed).replace('JOIN', join);

const CARD_PARTS = [
  copyRows(
    'program',
    { program_id: 'g.program_id', starts_at: 's.starts_at - g.shift' },
    'join grown_card g on g.of = s.program_id',
  ),
  copyRows(
    'program_live',
    {
      program_live_id: 'g.program_live_id',
      program_id: 'g.program_id',
      starts_at: 's.starts_at - g.shift',
      ended_at: 's.ended_at - g.shift',
    },
    'join grown_card g on g.of = s.program_id',
  ),
  `create temp table grown_bout as
   select g.*, s.bout_id as of_bout, uuidv7(-g.shift) as bout_id, uuidv7(-g.shift) as match_live_id
   from bout s join grown_card g on g.of = s.program_id`,
  copyRows(
    'bout',
    {
      bout_id: 'g.bout_id',
      program_id: 'g.program_id',
      starts_at: 's.starts_at - g.shift',
      result_at: 's.result_at - g.shift',
    },
    'join grown_bout g on g.of_bout = s.bout_id',
  ),
  copyRows(
    'match_live',
    {
      match_live_id: 'g.match_live_id',
      program_live_id: 'g.program_live_id',
      bout_id: 'g.bout_id',
      ended_at: 's.ended_at - g.shift',
    },
    'join grown_bout g on g.of_bout = s.bout_id',
  ),
  `insert into chat_room (program_live_id) select program_live_id from grown_card`,
];

/** Numbers the members. The sample's fans come first; they get the most movements, like fans of many years. */
const FANS = `
  create temp table grown_wallet as
  select row_number() over (order by member_id) as n, account_id, member_id from account where member_id is not null;
  create unique index on grown_wallet (n);
  analyze grown_wallet`;

/** Every hundredth pair belongs to one of the first nine members, the sample's fans. */
const TRANSFERS = `
  insert into transfer (transfer_id, debit_account_id, credit_account_id, amount_coins, kind, idempotency_key, member_id,
    balance_after_coins, about, created_at)
  select uuidv7(at - now()), case side when 0 then house.granted else wallet.account_id end,
    case side when 0 then wallet.account_id else house.earned end, 10, case side when 0 then 'grant' else 'gift' end,
    'grown:' || pair || ':' || side, wallet.member_id, case side when 0 then 10 else 0 end,
    case side when 1 then jsonb_build_object('type', 'bout', 'id', wallet.member_id, 'title_th', 'คู่เอก', 'title_en', 'Main event') end, at
  from generate_series($1::int, $2::int) as pair
  cross join (values (0), (1)) as sides (side)
  cross join lateral (select now() - interval '5 years' + pair * interval '30 seconds' as at) as times
  cross join (
    select (select account_id from account where name = 'granted') as granted,
      (select account_id from account where name = 'revenue:gifts') as earned
  ) as house
  join grown_wallet wallet on wallet.n = case when pair % 100 = 0 then 1 + pair / 100 % 9 else 1 + pair::bigint * 7919 % $3::int end`;

const BALANCES = `
  update account set balance_coins = account.balance_coins + moved.coins
  from (
    select account_id, sum(coins)::bigint as coins from (
      select debit_account_id as account_id, -amount_coins as coins from transfer where idempotency_key like 'grown:%'
      union all
      select credit_account_id, amount_coins from transfer where idempotency_key like 'grown:%'
    ) as sides group by 1
  ) as moved
  where moved.account_id = account.account_id and moved.coins <> 0`;

const MESSAGES = `
  insert into chat_message (program_live_id, seq, chat_message_id, member_id, member_name, text, sent_at)
  select card.program_live_id, 1 + line / $3::int, uuidv7(-card.shift), wallet.member_id, 'แฟนมวย', 'สู้ ๆ คู่นี้ ' || line, now() - card.shift
  from generate_series($1::int, $2::int) as line
  join grown_card card on card.n = 1 + line % $3::int
  join grown_wallet wallet on wallet.n = 1 + line::bigint * 7919 % 9973`;
