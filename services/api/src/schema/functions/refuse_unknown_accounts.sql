-- Refuses transfers whose accounts do not exist, or whose member owns neither account. Replaces foreign keys by one
-- check per statement.
create or replace function refuse_unknown_accounts() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
  begin
    if exists (
      select from added
      left join account as debit on debit.account_id = added.debit_account_id
      left join account as credit on credit.account_id = added.credit_account_id
      where debit.account_id is null or credit.account_id is null
        or (added.member_id is distinct from debit.member_id
          and added.member_id is distinct from credit.member_id)
    ) then
      raise exception 'a transfer goes between accounts that are there' using errcode = 'foreign_key_violation';
    end if;
    return null;
  end
$$;

create or replace trigger transfer_accounts after insert on transfer referencing new table as added
  for each statement execute function refuse_unknown_accounts();
