-- Refuses to change or delete the history of an order.
create or replace function refuse_order_event_change() returns trigger language plpgsql as $$
  begin
    raise exception 'what happened to an order is only ever added to';
  end
$$;

create or replace trigger order_event_immutable before update or delete on order_event
  for each row execute function refuse_order_event_change();
