-- Clears the search words of a renamed camp's fighters, so that the services rebuild them.
create or replace function fighters_of_camp_are_due() returns trigger language plpgsql as $$
begin
  update fighter_search set name_en = null, name_words = null, place_words = null, name_sounds = null, sounds = null
  from fighter
  where fighter.fighter_id = fighter_search.fighter_id and fighter.camp_id = new.camp_id;
  return null;
end $$;

create or replace trigger camp_changed after update on camp for each row
  when ((old.name_th, old.name_en) is distinct from (new.name_th, new.name_en))
  execute function fighters_of_camp_are_due();
