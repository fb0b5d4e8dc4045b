import type { NestedFields } from '../nested-form.ts';
import type { ChargeRecord } from './omise-records.ts';
import { OmiseRefusal } from './omise-refusal.ts';
import { presentList } from './present-omise.ts';
import { failureMessage } from './test-cards.ts';

const LIST_LIMITS = { perPage: 20, perPageMax: 100, searchPerPage: 30 } as const;
const DAY_MS = 86_400_000;

const textOf = (value: NestedFields[string] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function numberOf(value: NestedFields[string] | undefined, fallback: number, max: number): number {
  const text = textOf(value);
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > max) {
    throw new OmiseRefusal(400, 'bad_request', 'paging is invalid');
  }
  return number;
}

const inOrder = <T>(items: readonly T[], order: string | undefined, fallback: string): T[] =>
  (order ?? fallback) === 'reverse_chronological' ? [...items].reverse() : [...items];

/** Pages a list such as `GET /charges?from&to&limit&offset&order`. Items are passed oldest first. */
export function pageOf<T extends { readonly created_at: string }>(
  items: readonly T[],
  query: NestedFields,
  about: { readonly location: string; readonly now: Date; readonly present: (item: T) => object },
): object {
  const limit = numberOf(query.limit, LIST_LIMITS.perPage, LIST_LIMITS.perPageMax);
  const offset = numberOf(query.offset, 0, Number.MAX_SAFE_INTEGER);
  const from = momentOf(textOf(query.from)) ?? 0;
  const to = momentOf(textOf(query.to)) ?? about.now.getTime();
  const order = textOf(query.order) ?? 'chronological';
  const found = inOrder(items, order, 'chronological').filter(({ created_at }) => {
    const at = Date.parse(created_at);
    return at >= from && at <= to;
  });
  return presentList(found.slice(offset, offset + limit).map(about.present), {
    location: about.location,
    total: found.length,
    limit,
    offset,
    order,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
}

function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new OmiseRefusal(400, 'bad_request', 'date is invalid');
  return at;
}

/** Returns the searchable text of a charge. */
function wordsOf(charge: ChargeRecord): string {
  return [
    charge.id,
    charge.card?.name,
    charge.card?.last_digits,
    charge.description,
    charge.failure_code === null ? '' : failureMessage(charge.failure_code),
    JSON.stringify(charge.metadata),
  ]
    .join(' ')
    .toLowerCase();
}

/** Splits a range `a..b`; a single value is both ends. */
const rangeOf = (text: string): [string, string] => {
  const [from = '', to = from] = text.split('..', 2);
  return [from, to];
};

/** Converts an amount in baht such as `1000.50`. */
const satangOf = (baht: string): number => Math.round(Number(baht) * 100);

/** Returns the start of a day in Bangkok. */
function dayStart(text: string): number {
  const at = Date.parse(`${text.replaceAll('/', '-')}T00:00:00+07:00`);
  if (Number.isNaN(at)) throw new OmiseRefusal(400, 'invalid_filter', 'invalid filters');
  return at;
}

const TRUTHS = ['true', 'yes', 'on'];
const matchesTruth = (value: string, fact: boolean): boolean => TRUTHS.includes(value) === fact;

const FILTERS: Readonly<Record<string, (value: string, charge: ChargeRecord) => boolean>> = {
  amount: (value, { amount }) => {
    const [from, to] = rangeOf(value);
    return amount >= satangOf(from) && amount <= satangOf(to);
  },
  currency: (value, { currency }) => value.toUpperCase() === currency,
  status: (value, { status }) => value === status,
  created: (value, { created_at }) => {
    const [from, to] = rangeOf(value);
    const at = Date.parse(created_at);
    return at >= dayStart(from) && at < dayStart(to) + DAY_MS;
  },
  captured: (value, { paid }) => matchesTruth(value, paid),
  authorized: (value, { authorized }) => matchesTruth(value, authorized),
  refunded: (value, { refunds }) => matchesTruth(value, refunds.length > 0),
  reversed: (value, { status }) => matchesTruth(value, status === 'reversed'),
  card_last_digits: (value, { card }) => card?.last_digits === value,
  failure_code: (value, { failure_code }) => failure_code === value,
  source_of_fund: (value, { source }) => value === (source === null ? 'card' : 'offsite'),
};

/** `GET /search?scope=charge&query&filters[…]&page&per_page&order`; every word of the query must match. */
export function searchCharges(
  charges: readonly ChargeRecord[],
  query: NestedFields,
  present: (charge: ChargeRecord) => object,
): object {
  if (query.scope !== 'charge') throw new OmiseRefusal(400, 'invalid_scope', 'invalid scope');
  const filters = typeof query.filters === 'object' ? query.filters : {};
  const words = (textOf(query.query) ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const order = textOf(query.order) ?? 'reverse_chronological';
  const perPage = numberOf(query.per_page, LIST_LIMITS.searchPerPage, LIST_LIMITS.perPageMax) || 1;
  const page = numberOf(query.page, 1, Number.MAX_SAFE_INTEGER);
  if (page < 1) throw new OmiseRefusal(400, 'invalid_page', 'invalid page');
  const found = inOrder(charges, order, order).filter((charge) => {
    const text = wordsOf(charge);
    return (
      words.every((word) => text.includes(word)) &&
      Object.entries(filters).every(([name, value]) => {
        const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
        if (filter === undefined || typeof value !== 'string') {
          throw new OmiseRefusal(400, 'invalid_filter', 'invalid filters');
        }
        return filter(value, charge);
      })
    );
  });
  return {
    object: 'search',
    data: found.slice((page - 1) * perPage, page * perPage).map(present),
    order,
    scope: 'charge',
    query: textOf(query.query) ?? '',
    filters,
    page,
    per_page: perPage,
    location: '/search',
    total_pages: Math.ceil(found.length / perPage),
    total: found.length,
  };
}
