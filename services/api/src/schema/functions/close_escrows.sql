-- Closes both escrows of a bout. Moves the coins of a kept corner to the house, and fails if the escrow of a refunded
-- corner still has coins. Returns the kept coins.
create or replace function close_escrows(of_match uuid, keep_red boolean, keep_blue boolean)
returns bigint language plpgsql as $$
  declare
    side record;
    kept bigint := 0;
  begin
    for side in
      select e.corner, e.account_id,
        coalesce((select sum(amount_coins) from transfer where credit_account_id = e.account_id), 0)
        - coalesce((select sum(amount_coins) from transfer where debit_account_id = e.account_id), 0) as coins,
        e.keep
      from (values ('red', open_escrow(of_match, 'red'), keep_red),
        ('blue', open_escrow(of_match, 'blue'), keep_blue)) as e (corner, account_id, keep)
    loop
      if side.keep and side.coins > 0 then
        insert into transfer (debit_account_id, credit_account_id, amount_coins, kind, idempotency_key)
          select side.account_id, account_id, side.coins, 'gift_kept',
            'gift_kept:' || of_match::text || ':' || side.corner
          from account where name = 'revenue:gifts';
        kept := kept + side.coins;
      elsif side.coins <> 0 then
        raise exception 'the escrow % of bout % still holds % coins', side.corner, of_match, side.coins;
      end if;
    end loop;
    update account set closed_at = now()
      where account_id in (open_escrow(of_match, 'red'), open_escrow(of_match, 'blue'));
    return kept;
  end
$$;
