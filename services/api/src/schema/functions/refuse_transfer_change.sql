-- Refuses to change or delete a transfer. A wrong transfer is corrected by another one.
create or replace function refuse_transfer_change() returns trigger language plpgsql as $$
  begin
    raise exception 'a transfer is immutable: correct it by another transfer';
  end
$$;

create or replace trigger transfer_immutable before update or delete on transfer
  for each row execute function refuse_transfer_change();
