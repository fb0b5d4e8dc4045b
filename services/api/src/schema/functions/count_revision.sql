-- Increments the revision of a changed row, under the row's lock: the sum over several rows grows with every commit.
create or replace function count_revision() returns trigger language plpgsql as $$
  begin
    new.revision := old.revision + 1;
    return new;
  end
$$;

create or replace trigger program_live_revision before update on program_live for each row
  when (old.* is distinct from new.*) execute function count_revision();
create or replace trigger bout_revision before update on bout for each row
  when (old.* is distinct from new.*) execute function count_revision();
create or replace trigger match_live_revision before update on match_live for each row
  when (old.* is distinct from new.*) execute function count_revision();
