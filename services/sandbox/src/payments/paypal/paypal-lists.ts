import type { OrderRecord, PayPalEventRecord } from './paypal-records.ts';
import { type PayPalAddresses, presentPayPalDispute } from './present-paypal.ts';

const PAGE_ITEMS = 10;
const PAGE_ITEMS_MAX = 300;

/** `GET /v1/customer/disputes?disputed_transaction_id=`. The real one says less of each in its list. */
export function listDisputes(
  orders: readonly OrderRecord[],
  query: URLSearchParams,
  addresses: PayPalAddresses,
): object {
  const captureId = query.get('disputed_transaction_id');
  const items = orders.flatMap((order) => {
    if (order.dispute === null) return [];
    if (captureId !== null && order.capture?.id !== captureId) return [];
    return [presentPayPalDispute(order, order.dispute, addresses)];
  });
  return { items, links: [] };
}

const createdAt = ({ body }: PayPalEventRecord): number =>
  'create_time' in body ? Date.parse(String(body.create_time)) : 0;

/** `GET /v1/notifications/webhooks-events?start_time&end_time&page_size`, the newest first. */
export function listPayPalEvents(
  events: readonly PayPalEventRecord[],
  query: URLSearchParams,
  { api }: PayPalAddresses,
): object {
  const from = Date.parse(query.get('start_time') ?? '1970-01-01T00:00:00Z');
  const to = Date.parse(query.get('end_time') ?? '9999-01-01T00:00:00Z');
  const size = Math.min(Number(query.get('page_size') ?? PAGE_ITEMS), PAGE_ITEMS_MAX);
  const offset = Number(query.get('next_page_token') ?? 0);
  const found = events
    .filter((event) => createdAt(event) >= from && createdAt(event) <= to)
    .reverse();
  const next = new URLSearchParams(query);
  next.set('next_page_token', String(offset + size));
  return {
    events: found.slice(offset, offset + size).map(({ body }) => body),
    count: found.length,
    links:
      offset + size < found.length
        ? [{ href: `${api}/v1/notifications/webhooks-events?${next}`, rel: 'next', method: 'GET' }]
        : [],
  };
}
