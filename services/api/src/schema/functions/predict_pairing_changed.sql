-- Marks the scored programme of a bout with a substituted or restored fighter.
create or replace function predict_pairing_changed() returns trigger language plpgsql as $$
begin
  update predict_program set changes = changes + 1
  where scored_at is not null
    and program_id = (select program_id from bout where bout_id = new.bout_id);
  return null;
end $$;

create or replace trigger match_live_predicted after update on match_live for each row
  when ((old.replaced_at is null) <> (new.replaced_at is null))
  execute function predict_pairing_changed();
