import { expect, test } from 'vitest';
import { movementQuery, readFilter, writeFilter } from './history-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('an empty query shows every coin movement', () => {
  expect(read('')).toEqual({ tab: 'coins', kind: null, from: null, to: null, status: null });
});

test('reads a filter back from its own URL', () => {
  const filter = read('kind=purchase&from=2026-11-01&to=2026-11-21');
  expect(filter).toMatchObject({ kind: 'purchase', from: '2026-11-01', to: '2026-11-21' });
  expect(read(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(filter, { kind: null, to: null })).toBe('from=2026-11-01');
  expect(writeFilter(filter, { tab: 'payments', status: 'paid' })).toBe('tab=payments&status=paid');
});

test('does not send invalid values of the URL to the API', () => {
  expect(movementQuery(read('kind=theft&from=2026-02-30&to=yesterday'))).toEqual({});
});

test('replaces an end before the start by the start', () => {
  expect(movementQuery(read('from=2026-11-21&to=2026-11-01'))).toEqual({
    from: '2026-11-21',
    to: '2026-11-21',
  });
});
