-- Creates and attaches the partition for the keys of a period. Its name has the month before the period's end. A null
-- starts_at includes all earlier keys.
create or replace function attach_partition(parent regclass, starts_at timestamp, ends_at timestamp)
returns void language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
  declare
    called constant text := format('%s_%s', (select relname from pg_class where oid = parent),
      to_char(ends_at - interval '1 month', 'YYYY_MM'));
    from_key constant text := case when starts_at is null then 'minvalue'
      else quote_literal(first_uuid_of(starts_at)) end;
  begin
    execute format('create table public.%I (like %s including defaults including constraints including storage)',
      called, parent);
    execute format('alter table %s attach partition public.%I for values from (%s) to (%L)',
      parent, called, from_key, first_uuid_of(ends_at));
  end
$$;
