import { type Kysely, sql } from 'kysely';

/** The gifts of Muay Thai's world, from a fan's garland to the champion's belt. */
const GIFTS = [
  ['garland', 'พวงมาลัย', 'Garland', 1, 'spark'],
  ['flask', 'กระติกน้ำ', 'Water flask', 5, 'spark'],
  ['prajiat', 'ประเจียด', 'Prajiat armband', 10, 'spark'],
  ['gloves', 'นวม', 'Gloves', 29, 'spark'],
  ['drum', 'กลองแขก', 'Klong khaek drum', 59, 'burst'],
  ['pipe', 'ปี่ชวา', 'Pi chawa', 99, 'burst'],
  ['mongkhon', 'มงคล', 'Mongkhon', 199, 'burst'],
  ['elephant', 'ช้างศึก', 'War elephant', 399, 'storm'],
  ['belt', 'เข็มขัดแชมป์', 'Champion’s belt', 999, 'storm'],
] as const;

/** Gifts, who gave what, and what is to become of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gift (
      gift_id uuid not null default uuidv7() constraint gift_pkey primary key,
      -- Names its picture.
      slug text not null constraint gift_slug_key unique
        constraint gift_slug_check check (slug ~ '^[a-z][a-z-]{0,30}$'),
      name_th text not null,
      name_en text not null,
      coins integer not null constraint gift_coins_check check (coins between 1 and 100000),
      effect text not null constraint gift_effect_check check (effect in ('spark', 'burst', 'storm')),
      offered boolean not null default true
    );

    -- A gift that was given; its id is that of its transfer. No foreign keys: every gift of a crowd would lock the same
    -- few rows with them, and what writes here has read those under the bout's lock.
    create table gift_log (
      gift_log_id uuid not null constraint gift_log_pkey primary key,
      match_live_id uuid not null,
      member_id uuid not null,
      corner text not null constraint gift_log_corner_check check (corner in ('red', 'blue')),
      gift_id uuid not null,
      quantity integer not null constraint gift_log_quantity_check check (quantity > 0),
      coins bigint not null constraint gift_log_coins_check check (coins > 0),
      sent_at timestamptz(3) not null
    );

    -- What a member gave a bout in all: the ranks, and what a refund gives back.
    create table gift_supporter (
      match_live_id uuid not null,
      member_id uuid not null,
      red_coins bigint not null,
      blue_coins bigint not null,
      constraint gift_supporter_pkey primary key (match_live_id, member_id)
    ) with (fillfactor = 80);
    create index gift_supporter_rank_idx on gift_supporter
      (match_live_id, (red_coins + blue_coins) desc, member_id);

    -- The bar, as each node has added to it: a node waits for no other, and the bar is the sum of a few rows.
    create table gift_bar (
      match_live_id uuid not null,
      node_id uuid not null,
      red_coins bigint not null,
      red_gifts bigint not null,
      red_supporters bigint not null,
      blue_coins bigint not null,
      blue_gifts bigint not null,
      blue_supporters bigint not null,
      constraint gift_bar_pkey primary key (match_live_id, node_id)
    ) with (fillfactor = 50);

    -- Bouts whose gifts are decided on: each is worked off once, member after member.
    create table gift_settlement (
      match_live_id uuid not null constraint gift_settlement_pkey primary key
        constraint gift_settlement_match_fkey references match_live,
      program_live_id uuid not null,
      refund_red boolean not null,
      refund_blue boolean not null,
      -- What members read in their history.
      about jsonb not null,
      -- The last member that was refunded.
      done_to uuid,
      refunded_coins bigint not null default 0,
      kept_coins bigint not null default 0,
      created_at timestamptz(3) not null,
      settled_at timestamptz(3)
    );
    create index gift_settlement_open_idx on gift_settlement (created_at) where settled_at is null;

    -- Gifts of one bout, at most one commit together, by the batcher of one node. Whoever ends the bout takes the same
    -- lock for itself alone, so that a gift is in the escrow before the end, or refused.
    create function send_gifts(
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
        lines integer[];
        outcomes text[];
        ids uuid[];
        balances bigint[];
        new_red bigint;
        new_blue bigint;
        bars jsonb;
      begin
        perform pg_advisory_xact_lock_shared(hashtextextended('bout ' || of_match::text, 0));
        select status, gifts_enabled into state from match_live where match_live_id = of_match;
        refusal := case
          when state.status = 'not_started' then 'not_started'
          when state.status is distinct from 'in_progress' then 'ended'
          when not state.gifts_enabled then 'disabled' end;
        select array_agg(h.line), array_agg(h.outcome), array_agg(h.transfer_id), array_agg(h.balance_after)
          into lines, outcomes, ids, balances
          from hold_gifts(of_match, what, refusal is null, members, corners, amounts, keys) as h;

        insert into gift_log (gift_log_id, match_live_id, member_id, corner, gift_id, quantity, coins, sent_at)
          select n.id, of_match, members[n.line], corners[n.line], gifts[n.line], quantities[n.line],
            amounts[n.line], sent
          from unnest(lines, outcomes, ids) as n (line, outcome, id) where n.outcome = 'held';

        -- The wallets are locked, so no two transactions meet at a supporter.
        with given as (
          select members[n.line] as member_id,
            coalesce(sum(amounts[n.line]) filter (where corners[n.line] = 'red'), 0)::bigint as red,
            coalesce(sum(amounts[n.line]) filter (where corners[n.line] = 'blue'), 0)::bigint as blue
          from unnest(lines, outcomes) as n (line, outcome) where n.outcome = 'held' group by 1
        ), summed as (
          insert into gift_supporter as s (match_live_id, member_id, red_coins, blue_coins)
            select of_match, member_id, red, blue from given
            on conflict on constraint gift_supporter_pkey do update
              set red_coins = s.red_coins + excluded.red_coins, blue_coins = s.blue_coins + excluded.blue_coins
            returning coalesce(old.red_coins, 0) = 0 and new.red_coins > 0 as is_red,
              coalesce(old.blue_coins, 0) = 0 and new.blue_coins > 0 as is_blue
        )
        select count(*) filter (where is_red), count(*) filter (where is_blue) into new_red, new_blue from summed;

        -- Last, since it is what the next batch of this node waits for.
        insert into gift_bar as b
          select of_match, node,
            coalesce(sum(amounts[n.line]) filter (where corners[n.line] = 'red'), 0),
            coalesce(sum(quantities[n.line]) filter (where corners[n.line] = 'red'), 0), new_red,
            coalesce(sum(amounts[n.line]) filter (where corners[n.line] = 'blue'), 0),
            coalesce(sum(quantities[n.line]) filter (where corners[n.line] = 'blue'), 0), new_blue
          from unnest(lines, outcomes) as n (line, outcome) where n.outcome = 'held' having count(*) > 0
          on conflict on constraint gift_bar_pkey do update set
            red_coins = b.red_coins + excluded.red_coins, red_gifts = b.red_gifts + excluded.red_gifts,
            red_supporters = b.red_supporters + excluded.red_supporters,
            blue_coins = b.blue_coins + excluded.blue_coins, blue_gifts = b.blue_gifts + excluded.blue_gifts,
            blue_supporters = b.blue_supporters + excluded.blue_supporters;
        select jsonb_agg(to_jsonb(b) - 'match_live_id') into bars from gift_bar as b where match_live_id = of_match;

        return query select n.line,
            case n.outcome
              when 'closed' then coalesce(refusal, 'ended')
              -- The same coins for another gift are another request.
              when 'known' then case when exists (
                select from gift_log as g where g.gift_log_id = n.id
                  and g.gift_id = gifts[n.line] and g.quantity = quantities[n.line]
              ) then 'known' else 'conflict' end
              else n.outcome end,
            n.id, n.balance, case n.place when 1 then bars end
          from unnest(lines, outcomes, ids, balances) with ordinality as n (line, outcome, id, balance, place);
      end
    $$;
  `.execute(db);
  for (const [slug, nameTh, nameEn, coins, effect] of GIFTS) {
    await sql`insert into gift (slug, name_th, name_en, coins, effect)
      values (${slug}, ${nameTh}, ${nameEn}, ${coins}, ${effect})`.execute(db);
  }
}
