-- Creates the monthly partitions of every partitioned table up to three months ahead, and those that an earlier run
-- missed. The key is a UUIDv7, whose first 48 bits are its time in milliseconds. Runs with the owner's rights, because
-- the services may not create tables. A partition is attached, which blocks neither readers nor writers of its table.
-- Returns how many partitions it created.
create or replace function create_partitions() returns integer language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
-- Attaching waits for a moment without writers on referenced tables. The next run tries again.
set lock_timeout = '2s'
as $$
  declare
    -- The end of the last partition that there should be.
    horizon constant timestamp := date_trunc('month', now() at time zone 'UTC') + interval '4 months';
    parent regclass;
    covered_until timestamp;
    created integer := 0;
  begin
    for parent in
      select partrelid::regclass from pg_partitioned_table join pg_class on pg_class.oid = partrelid
      where relnamespace = 'public'::regnamespace order by relname
    loop
      continue when partitioned_until(parent) >= horizon;
      -- Nodes that create partitions wait for each other. It conflicts with neither reads nor writes.
      execute format('lock table only %s in share update exclusive mode', parent);
      covered_until := partitioned_until(parent);
      if covered_until is null then
        -- The first partition also takes all earlier keys.
        covered_until := date_trunc('month', now() at time zone 'UTC');
        perform attach_partition(parent, null, covered_until);
        created := created + 1;
      end if;
      while covered_until < horizon loop
        perform attach_partition(parent, covered_until, covered_until + interval '1 month');
        covered_until := covered_until + interval '1 month';
        created := created + 1;
      end loop;
    end loop;
    return created;
  end
$$;
