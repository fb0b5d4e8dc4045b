-- Refuses to delete an account or change its id, because transfers refer to it without a foreign key.
create or replace function refuse_account_end() returns trigger language plpgsql as $$
  begin
    raise exception 'an account stays for ever: close it';
  end
$$;

create or replace trigger account_stays before delete or update of account_id on account
  for each row execute function refuse_account_end();
