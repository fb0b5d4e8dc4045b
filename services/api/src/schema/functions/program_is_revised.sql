-- Increments the revision of a card whose calendar entry changes.
create or replace function program_is_revised() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.revised_at := now();
  return new;
end $$;

create or replace trigger program_changed before update on program for each row
  when ((old.promotion_id, old.stadium_id, old.title_th, old.title_en, old.starts_at)
    is distinct from (new.promotion_id, new.stadium_id, new.title_th, new.title_en, new.starts_at))
  execute function program_is_revised();
