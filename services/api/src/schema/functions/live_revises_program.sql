-- Increments the revision of a card whose live is cancelled or restored.
create or replace function live_revises_program() returns trigger language plpgsql as $$
begin
  update program set revision = revision + 1, revised_at = now() where program_id = new.program_id;
  return null;
end $$;

create or replace trigger program_live_cancelled after update on program_live for each row
  when (old.cancelled_at is distinct from new.cancelled_at)
  execute function live_revises_program();
