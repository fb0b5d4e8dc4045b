import { type Kysely, sql } from 'kysely';

/**
 * Gifts in fewer statements: to begin one costs a small batch as much as what it does. The lines of a batch are looked
 * at, written and taken from the wallets by one, and logged, ranked and counted by another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A wallet that a transfer names is one of its two accounts: looked up once, and held against it.
    create or replace function refuse_unknown_accounts() returns trigger language plpgsql
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      begin
        if exists (
          select from added
          left join account as debit on debit.account_id = added.debit_account_id
          left join account as credit on credit.account_id = added.credit_account_id
          where debit.account_id is null or credit.account_id is null
            or (added.member_id is distinct from debit.member_id
              and added.member_id is distinct from credit.member_id)
        ) then
          raise exception 'a transfer goes between accounts that are there' using errcode = 'foreign_key_violation';
        end if;
        return null;
      end
    $$;

    drop function hold_gifts;
    -- Holds gifts, one a line, each once for its key for ever. What became of them stands in the order of the lines:
    --   held      the coins are in the escrow now
    --   known     they were before: the same key for the same coins
    --   conflict  the key stands for something else
    --   closed, owing, short   nothing moved: the bout takes no gifts, the member owes coins, or has too few
    --   null      the member has no wallet
    create function hold_gifts(
      of_match uuid, what jsonb, is_open boolean,
      members uuid[], corners text[], amounts bigint[], keys text[],
      out outcomes text[], out ids uuid[], out balances bigint[]
    ) language plpgsql
    -- Plans are kept, and made when tables may be empty: they go by indexes, however many lines a call has.
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      #variable_conflict use_column
      declare
        red uuid;
        blue uuid;
        may_hold boolean;
        wallets integer;
        turn record;
        held record;
      begin
        -- In one order, as everybody who locks several; what is read after it nobody changes.
        perform 1 from account where member_id = any(members) order by account_id for no key update;
        get diagnostics wallets = row_count;
        if wallets < cardinality(members)
          and cardinality(members) > (select count(distinct member) from unnest(members) as l (member))
        then
          -- Lines of one member go one after the other, in their order: everybody's first ones, then the second ones.
          for turn in
            select array_agg(line order by line) as lines, array_agg(member order by line) as members,
              array_agg(corner order by line) as corners, array_agg(amount order by line) as amounts,
              array_agg(key order by line) as keys
            from (
              select *, row_number() over (partition by member order by line) as nth
              from unnest(members, corners, amounts, keys) with ordinality as l (member, corner, amount, key, line)
            ) as l group by nth order by nth
          loop
            held := hold_gifts(of_match, what, is_open, turn.members, turn.corners, turn.amounts, turn.keys);
            for place in 1..cardinality(turn.lines) loop
              outcomes[turn.lines[place]] := held.outcomes[place];
              ids[turn.lines[place]] := held.ids[place];
              balances[turn.lines[place]] := held.balances[place];
            end loop;
          end loop;
          return;
        end if;

        select r.account_id, b.account_id, is_open and r.closed_at is null and b.closed_at is null
          into red, blue, may_hold
          from account as r, account as b
          where r.name = 'escrow:' || of_match::text || ':red' and b.name = 'escrow:' || of_match::text || ':blue';
        if not found then
          red := open_escrow(of_match, 'red');
          blue := open_escrow(of_match, 'blue');
          may_hold := is_open;
        end if;
        with asked as (
          select l.line, l.member, l.escrow, l.amount, l.key, w.account_id as wallet, w.balance_coins as balance,
            t.transfer_id, t.balance_after_coins,
            case
              when w.account_id is null then null
              when t.transfer_id is not null then case
                when t.debit_account_id = w.account_id and t.credit_account_id = l.escrow and t.amount_coins = l.amount
                then 'known' else 'conflict' end
              when not may_hold or w.closed_at is not null then 'closed'
              when d.account_id is not null then 'owing'
              when w.balance_coins < l.amount then 'short'
              else 'held' end as outcome
          from (
            select line, member, case corner when 'red' then red when 'blue' then blue end as escrow, amount, key
            from unnest(members, corners, amounts, keys) with ordinality as l (member, corner, amount, key, line)
          ) as l
          left join account w on w.member_id = l.member
          left join account d on d.name = 'receivable:' || l.member::text and d.balance_coins < 0
          left join transfer t on t.idempotency_key = l.key
        ), moved as materialized (
          select line, member, escrow, amount, key, wallet, outcome,
            case outcome when 'held' then uuidv7() else transfer_id end as id,
            case when outcome = 'held' then balance - amount else coalesce(balance_after_coins, balance) end as balance
          from asked
        ), written as (
          insert into transfer (transfer_id, debit_account_id, credit_account_id, amount_coins, kind,
              idempotency_key, member_id, balance_after_coins, about)
            select id, wallet, escrow, amount, 'gift', key, member, balance, what from moved where outcome = 'held'
        ), taken as (
          update account set balance_coins = balance_coins - moved.amount
            from moved where account_id = moved.wallet and moved.outcome = 'held'
        )
        select array_agg(outcome order by line), array_agg(id order by line), array_agg(balance order by line)
          into outcomes, ids, balances from moved;
      end
    $$;

    create or replace function send_gifts(
      of_match uuid, node uuid, what jsonb, sent timestamptz,
      members uuid[], corners text[], gifts uuid[], quantities integer[], amounts bigint[], keys text[]
    ) returns table (
      -- The bar stands in the first row alone.
      line integer, outcome text, gift_log_id uuid, balance_after bigint, bar jsonb
    ) language plpgsql
    -- As of hold_gifts: its plans go by indexes.
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $$
      #variable_conflict use_column
      declare
        state record;
        refusal text;
        done record;
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('bout ' || of_match::text, 0));
        select status, gifts_enabled into state from match_live where match_live_id = of_match;
        refusal := case
          when state.status = 'not_started' then 'not_started'
          when state.status is distinct from 'in_progress' then 'ended'
          when not state.gifts_enabled then 'disabled' end;
        done := hold_gifts(of_match, what, refusal is null, members, corners, amounts, keys);

        -- The wallets are locked, so no two transactions meet at a supporter.
        with held as materialized (
          select * from unnest(members, corners, gifts, quantities, amounts, done.outcomes, done.ids)
            as l (member, corner, gift, quantity, coins, outcome, id) where outcome = 'held'
        ), logged as (
          insert into gift_log (gift_log_id, match_live_id, member_id, corner, gift_id, quantity, coins, sent_at)
            select id, of_match, member, corner, gift, quantity, coins, sent from held
        ), ranked as (
          insert into gift_supporter as s (match_live_id, member_id, red_coins, blue_coins)
            select of_match, member, coalesce(sum(coins) filter (where corner = 'red'), 0),
              coalesce(sum(coins) filter (where corner = 'blue'), 0)
            from held group by member
            on conflict on constraint gift_supporter_pkey do update
              set red_coins = s.red_coins + excluded.red_coins, blue_coins = s.blue_coins + excluded.blue_coins
            returning coalesce(old.red_coins, 0) = 0 and new.red_coins > 0 as is_red,
              coalesce(old.blue_coins, 0) = 0 and new.blue_coins > 0 as is_blue
        )
        insert into gift_bar as b
          select of_match, node, coalesce(sum(coins) filter (where corner = 'red'), 0),
            coalesce(sum(quantity) filter (where corner = 'red'), 0), (select count(*) from ranked where is_red),
            coalesce(sum(coins) filter (where corner = 'blue'), 0),
            coalesce(sum(quantity) filter (where corner = 'blue'), 0), (select count(*) from ranked where is_blue)
          from held having count(*) > 0
          on conflict on constraint gift_bar_pkey do update set
            red_coins = b.red_coins + excluded.red_coins, red_gifts = b.red_gifts + excluded.red_gifts,
            red_supporters = b.red_supporters + excluded.red_supporters,
            blue_coins = b.blue_coins + excluded.blue_coins, blue_gifts = b.blue_gifts + excluded.blue_gifts,
            blue_supporters = b.blue_supporters + excluded.blue_supporters;

        return query select n.line::integer,
            case n.outcome
              when 'closed' then coalesce(refusal, 'ended')
              -- The same coins for another gift are another request.
              when 'known' then case when exists (
                select from gift_log as g where g.gift_log_id = n.id
                  and g.gift_id = n.gift and g.quantity = n.quantity
              ) then 'known' else 'conflict' end
              else n.outcome end,
            n.id, n.balance,
            case n.line when 1 then (select jsonb_agg(to_jsonb(b) - 'match_live_id') from gift_bar as b
              where match_live_id = of_match) end
          from unnest(done.outcomes, done.ids, done.balances, gifts, quantities)
            with ordinality as n (outcome, id, balance, gift, quantity, line)
          where n.outcome is not null or n.line = 1;
      end
    $$;
  `.execute(db);
}
