-- Returns the end (UTC) of a table's last monthly partition; null if there is none.
create or replace function partitioned_until(parent regclass) returns timestamp language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select max(to_date(substring(relname from '\d{4}_\d{2}$'), 'YYYY_MM')) + interval '1 month'
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = parent
$$;
