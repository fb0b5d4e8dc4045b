import { expect, test } from 'vitest';
import type { NodeCounts } from '../../../platform/bus/bus.ts';
import { mergeCounts, toBar } from './bar-counts.ts';

const counts = (node: string, gifts: number): NodeCounts => ({
  node_id: node,
  red_coins: gifts * 10,
  red_gifts: gifts,
  red_supporters: 1,
  blue_coins: 0,
  blue_gifts: 0,
  blue_supporters: 0,
});

test('sums the counts of nodes that arrive in any order and with duplicates', () => {
  const received = [counts('a', 3), counts('b', 1), counts('a', 1), counts('b', 2), counts('b', 1)];
  const orders = [received, received.toReversed(), [...received, ...received]];
  for (const order of orders) {
    const bar = toBar(
      'bout',
      order.reduce<readonly NodeCounts[]>((known, one) => mergeCounts(known, [one]), []),
    );
    expect(bar.red).toEqual({ coins: 50, gifts: 5, supporters: 2 });
    expect(bar.blue).toEqual({ coins: 0, gifts: 0, supporters: 0 });
  }
});
