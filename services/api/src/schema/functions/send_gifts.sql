-- Sends one node's batch of gifts for a bout in one commit. Takes the bout's lock in shared mode. Before a bout ends or
-- its gifts are decided, `fence` of `settlement.store.ts` takes it exclusively. So a gift either reaches the escrow
-- before that, or is refused.
create or replace function send_gifts(
  of_match uuid, node uuid, what jsonb, sent timestamptz,
  members uuid[], corners text[], gifts uuid[], quantities integer[], amounts bigint[], keys text[]
) returns table (
  -- Only the first row has the bar.
  line integer, outcome text, gift_log_id uuid, balance_after bigint, bar jsonb
) language plpgsql
-- Plans have to use indexes, as in hold_gifts.
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

    -- hold_gifts has locked the wallets, so no other transaction writes to these supporters.
    with held as materialized (
      select * from unnest(members, corners, gifts, quantities, amounts, done.outcomes, done.ids)
        as l (member, corner, gift, quantity, coins, outcome, id) where outcome = 'held'
    ), logged as (
      insert into gift_log (gift_log_id, match_live_id, member_id, corner, gift_id, quantity, amount_coins, sent_at)
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
          -- The same coins with another gift are a different request.
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
