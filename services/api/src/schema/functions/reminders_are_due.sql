-- Enqueues reminders after a change of a card, of its live's status, or of a bout's status.
create or replace function reminders_are_due() returns trigger language plpgsql as $$
declare
  of_program uuid;
begin
  if tg_table_name = 'match_live' then
    select program_id into of_program from program_live where program_live_id = new.program_live_id;
  else
    of_program := new.program_id;
  end if;
  -- No job key: transactions would block each other on it, and a job that finds nothing due is cheap.
  if exists (select from reminder_target where program_id = of_program) then
    perform graphile_worker.add_job('reminders', queue_name => 'reminders');
  end if;
  return null;
end $$;

create or replace trigger program_reminds after update on program for each row
  when (old.revision is distinct from new.revision)
  execute function reminders_are_due();
create or replace trigger program_live_reminds after update on program_live for each row
  when (old.status is distinct from new.status)
  execute function reminders_are_due();
create or replace trigger match_live_reminds after update on match_live for each row
  when (old.status is distinct from new.status)
  execute function reminders_are_due();
