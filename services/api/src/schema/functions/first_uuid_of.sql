-- Returns the lower bound of the UUIDv7s of a time (UTC) and later.
create or replace function first_uuid_of(starts_at timestamp) returns uuid language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select rpad(lpad(to_hex((extract(epoch from starts_at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
