-- Returns the escrow of a corner, and creates it if it is missing.
create or replace function open_escrow(of_match uuid, corner text) returns uuid language plpgsql as $$
  declare
    found_id uuid;
    called constant text := 'escrow:' || of_match::text || ':' || corner;
  begin
    select account_id into found_id from account where name = called;
    if found_id is null then
      insert into account (name) values (called) on conflict on constraint account_name_key do nothing;
      select account_id into strict found_id from account where name = called;
    end if;
    return found_id;
  end
$$;
