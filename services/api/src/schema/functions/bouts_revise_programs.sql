-- Increments the revision of each card whose bouts a statement changed, once per statement. Results do not count,
-- because calendars do not contain them.
create or replace function bouts_revise_programs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update program set revision = revision + 1, revised_at = now()
    where program_id in (
      select after.program_id from bout_after after join bout_before before using (bout_id)
      where (before.program_id, before.card_order, before.red_fighter_id, before.blue_fighter_id,
          before.weight_pounds, before.rounds, before.starts_at)
        is distinct from (after.program_id, after.card_order, after.red_fighter_id,
          after.blue_fighter_id, after.weight_pounds, after.rounds, after.starts_at)
    );
  elsif tg_op = 'INSERT' then
    update program set revision = revision + 1, revised_at = now()
    where program_id in (select program_id from bout_after);
  else
    update program set revision = revision + 1, revised_at = now()
    where program_id in (select program_id from bout_before);
  end if;
  return null;
end $$;

create or replace trigger bout_changed after update on bout
  referencing old table as bout_before new table as bout_after
  for each statement execute function bouts_revise_programs();
create or replace trigger bout_added after insert on bout
  referencing new table as bout_after
  for each statement execute function bouts_revise_programs();
create or replace trigger bout_removed after delete on bout
  referencing old table as bout_before
  for each statement execute function bouts_revise_programs();
