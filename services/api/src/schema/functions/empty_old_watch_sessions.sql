-- Empties the partitions of ended_watch_session whose months ended more than 90 days ago: Thai law has traffic data kept for
-- that long. Emptying locks one partition, while dropping it would lock the table, and a session of that time that ends
-- now still finds its partition. Runs with the owner's rights, because the services may not delete ended sessions; it can
-- empty no other table. Returns the number of emptied partitions.
create or replace function empty_old_watch_sessions() returns integer language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
-- Truncation waits for readers of the partition. After a timeout the next run tries again.
set lock_timeout = '2s'
as $$
  declare
    partition regclass;
    emptied integer := 0;
  begin
    for partition in
      select inhrelid::regclass from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'public.ended_watch_session'::regclass
        and to_date(substring(relname from '\d{4}_\d{2}$'), 'YYYY_MM') + interval '1 month'
          <= (now() at time zone 'UTC') - interval '90 days'
      order by relname
    loop
      continue when pg_relation_size(partition) = 0;
      execute format('truncate %s', partition);
      emptied := emptied + 1;
    end loop;
    return emptied;
  end
$$;
