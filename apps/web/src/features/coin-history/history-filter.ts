import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type { OrderStatus } from '@sangwian/contract/endpoints/orders';

/** The filter of the coin history. The filter is in the URL, so that a reload and the back button keep it. */
export interface HistoryFilter {
  readonly tab: 'coins' | 'payments';
  readonly kind: MovementKind | null;
  /** Days in Bangkok, `YYYY-MM-DD`, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly status: OrderStatus | null;
}

/**
 * A copy of the contract's lists, because importing those lists would load the contract's schemas in the browser. The
 * type check keeps this list complete.
 */
const KINDS: Record<MovementKind, true> = {
  purchase: true,
  bonus: true,
  coin_code: true,
  grant: true,
  adjustment: true,
  gift: true,
  gift_refund: true,
  unlock: true,
  unlock_refund: true,
  purchase_refund: true,
  chargeback: true,
  debt_settled: true,
  forfeit: true,
};

const STATUSES: Record<OrderStatus, true> = {
  waiting: true,
  pending: true,
  awaiting_confirmation: true,
  paid: true,
  failed: true,
  expired: true,
  cancelled: true,
  refunded: true,
  charged_back: true,
};

export const MOVEMENT_KINDS = Object.keys(KINDS) as readonly MovementKind[];
export const ORDER_STATUSES = Object.keys(STATUSES) as readonly OrderStatus[];

const oneOf = <Value extends string>(all: readonly Value[], text: string | null): Value | null =>
  all.find((value) => value === text) ?? null;

/** Returns the day if it is valid, otherwise `null`, so that the API receives only valid values of the URL. */
function readDay(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}

export function readFilter(search: URLSearchParams): HistoryFilter {
  const from = readDay(search.get('from'));
  const to = readDay(search.get('to'));
  return {
    tab: search.get('tab') === 'payments' ? 'payments' : 'coins',
    kind: oneOf(MOVEMENT_KINDS, search.get('kind')),
    from,
    // An end before the start would result in an empty list without an explanation.
    to: from && to && to < from ? from : to,
    status: oneOf(ORDER_STATUSES, search.get('status')),
  };
}

/** Returns the query string of a filter with some changed fields. */
export function writeFilter(filter: HistoryFilter, changed: Partial<HistoryFilter> = {}): string {
  const { tab, kind, from, to, status } = { ...filter, ...changed };
  const search = new URLSearchParams();
  if (tab === 'payments') {
    search.set('tab', tab);
    if (status) search.set('status', status);
  } else {
    if (kind) search.set('kind', kind);
    if (from) search.set('from', from);
    if (to) search.set('to', to);
  }
  return search.toString();
}

/** Returns the filter as parameters of the API. */
export const movementQuery = ({ kind, from, to }: HistoryFilter) => ({
  ...(kind ? { kind } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
});
