-- Finds the transfer with an idempotency key.
create or replace function find_posting(key text) returns table (transfer_id uuid, balance_after bigint)
language sql stable as $$
  select transfer_id, balance_after_coins from transfer where idempotency_key = key
$$;
