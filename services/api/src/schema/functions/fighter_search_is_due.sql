-- Clears the search words of a new or changed fighter, so that the services rebuild them.
create or replace function fighter_search_is_due() returns trigger language plpgsql as $$
begin
  insert into fighter_search (fighter_id) values (new.fighter_id)
  on conflict (fighter_id) do update
    set name_en = null, name_words = null, place_words = null, name_sounds = null, sounds = null;
  return null;
end $$;

create or replace trigger fighter_added after insert on fighter
  for each row execute function fighter_search_is_due();
create or replace trigger fighter_changed after update on fighter for each row
  when ((old.camp_id, old.name_th, old.name_en, old.nickname_th, old.nickname_en, old.province_th, old.province_en)
    is distinct from
    (new.camp_id, new.name_th, new.name_en, new.nickname_th, new.nickname_en, new.province_th, new.province_en))
  execute function fighter_search_is_due();
