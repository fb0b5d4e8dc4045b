-- Keeps the first bell of each round of a bout. A round that is taken back loses its bell.
create or replace function keep_round_bell() returns trigger language plpgsql as $$
begin
  delete from round_bell where match_live_id = new.match_live_id and round_number > new.round_number;
  insert into round_bell (match_live_id, round_number, rang_at)
    values (new.match_live_id, new.round_number, new.round_started_at)
    on conflict on constraint round_bell_pkey do nothing;
  return null;
end $$;

create or replace trigger match_live_round_bell after insert or update on match_live for each row
  when (new.status = 'in_progress' and new.round_number is not null and new.round_started_at is not null)
  execute function keep_round_bell();
