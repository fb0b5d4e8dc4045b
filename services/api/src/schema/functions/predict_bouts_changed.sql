-- Marks scored programmes whose bouts changed or were deleted, and enqueues scoring after changes of results.
create or replace function predict_bouts_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update predict_program set changes = changes + 1
    where scored_at is not null and program_id in (
      select after.program_id from bout_after after join bout_before before using (bout_id)
      where (before.red_fighter_id, before.blue_fighter_id, before.winner, before.method, before.result_round)
        is distinct from (after.red_fighter_id, after.blue_fighter_id, after.winner, after.method, after.result_round)
    );
    -- No job key: transactions would block each other on it, and a job that finds nothing due is cheap.
    if exists (
      select from bout_after after join bout_before before using (bout_id)
      where (before.winner, before.method, before.result_round)
        is distinct from (after.winner, after.method, after.result_round)
    ) then
      perform graphile_worker.add_job('prediction_scores', queue_name => 'prediction_scores');
    end if;
  else
    update predict_program set changes = changes + 1
    where scored_at is not null and program_id in (select program_id from bout_before);
  end if;
  return null;
end $$;

create or replace trigger bout_predicted after update on bout
  referencing old table as bout_before new table as bout_after
  for each statement execute function predict_bouts_changed();
create or replace trigger bout_unpredicted after delete on bout
  referencing old table as bout_before
  for each statement execute function predict_bouts_changed();
