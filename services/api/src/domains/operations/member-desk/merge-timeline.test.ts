import { expect, test } from 'vitest';
import { mergeTimeline } from './merge-timeline.ts';
import type { TimelineEntryRow } from './timeline.store.ts';

const row = (kind: TimelineEntryRow['kind'], entry_id: string, minute: number) =>
  ({ kind, entry_id, at: new Date(2026, 0, 1, 12, minute) }) as TimelineEntryRow;

test('merges sources by time, and the cursor continues each source after the page', () => {
  const gifts = [row('gift', 'g3', 30), row('gift', 'g2', 20), row('gift', 'g1', 10)];
  const orders = [row('order', 'o2', 25), row('order', 'o1', 5)];
  const first = mergeTimeline([gifts, orders], {}, 3);
  expect(first.page.map(({ entry_id }) => entry_id)).toEqual(['g3', 'o2', 'g2']);
  expect(first.next).toEqual({ gift: 'g2', order: 'o2' });
  const rest = mergeTimeline([gifts.slice(2), orders.slice(1)], first.next ?? {}, 3);
  expect(rest.page.map(({ entry_id }) => entry_id)).toEqual(['g1', 'o1']);
  expect(rest.next).toBeNull();
});

test('a page with all events has no next page', () => {
  expect(mergeTimeline([[row('gift', 'g1', 1)], []], {}, 1).next).toBeNull();
});
