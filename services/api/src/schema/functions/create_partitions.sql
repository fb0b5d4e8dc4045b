-- Creates the missing monthly partitions of all partitioned tables, up to three months ahead. The key is a UUIDv7:
-- its first 48 bits are its time in milliseconds. Runs with the owner's rights, because the services may not create
-- tables. Partitions are attached, which blocks neither readers nor writers. Returns the number of new partitions.
create or replace function create_partitions() returns integer language plpgsql
security definer
set search_path = pg_catalog, public, pg_temp
-- Attaching waits for writers of referenced tables. After a timeout the next run tries again.
set lock_timeout = '2s'
as $$
  declare
    -- The end of the last partition that has to exist.
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
      -- Serialises nodes that create partitions. The lock does not conflict with reads and writes.
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
