import type { NestedFields } from '../nested-form.ts';
import type { PayPalEventRecord } from './paypal-records.ts';
import { PayPalRefusal } from './paypal-refusal.ts';

const LIST_LIMITS = { pageSize: 10, pageSizeMax: 300 } as const;

const textOf = (value: NestedFields[string] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const invalid = (field: string): PayPalRefusal =>
  new PayPalRefusal('INVALID_REQUEST', 'INVALID_PARAMETER_VALUE', 'The value is invalid.', {
    field,
  });

function wholeOf(query: NestedFields, name: string, fallback: number, max: number): number {
  const text = textOf(query[name]);
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > max) throw invalid(name);
  return number;
}

function momentOf(query: NestedFields, name: string, fallback: number): number {
  const text = textOf(query[name]);
  if (text === undefined) return fallback;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw invalid(name);
  return at;
}

/**
 * `GET /v1/notifications/webhooks-events?start_time&end_time&page_size&event_type`: the newest first. The link `next`
 * leads to the next page, if any.
 *
 * @param self address of the list, without a query
 */
export function listEvents(
  events: readonly PayPalEventRecord[],
  query: NestedFields,
  self: string,
): object {
  const from = momentOf(query, 'start_time', 0);
  const to = momentOf(query, 'end_time', Number.POSITIVE_INFINITY);
  const size = wholeOf(query, 'page_size', LIST_LIMITS.pageSize, LIST_LIMITS.pageSizeMax) || 1;
  const offset = wholeOf(query, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const kind = textOf(query.event_type);
  const found = events
    .filter(({ create_time, event_type }) => {
      const at = Date.parse(create_time);
      return at >= from && at <= to && (kind === undefined || kind === event_type);
    })
    .reverse();
  const page = found.slice(offset, offset + size);
  const next = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
  next.set('offset', String(offset + size));
  return {
    events: page.map(({ body }) => body),
    count: page.length,
    links:
      offset + size < found.length ? [{ href: `${self}?${next}`, rel: 'next', method: 'GET' }] : [],
  };
}
