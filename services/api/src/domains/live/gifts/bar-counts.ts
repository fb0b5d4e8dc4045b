import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { MatchLiveId } from '@sangwian/contract/ids';
import type { NodeCounts } from '../../../platform/bus/bus.ts';

const later = (a: NodeCounts, b: NodeCounts): NodeCounts =>
  b.red_gifts + b.blue_gifts >= a.red_gifts + a.blue_gifts ? b : a;

/**
 * Merges received counts into the known counts. Keeps the latest count of each node, so that the sum is right
 * even if messages arrive out of order or twice.
 */
export function mergeCounts(
  known: readonly NodeCounts[],
  received: readonly NodeCounts[],
): readonly NodeCounts[] {
  const byNode = new Map(known.map((counts) => [counts.node_id, counts]));
  for (const counts of received) {
    const before = byNode.get(counts.node_id);
    byNode.set(counts.node_id, before === undefined ? counts : later(before, counts));
  }
  return [...byNode.values()];
}

/** Sums the counts of all nodes into the bar. */
export function toBar(matchLiveId: string, nodes: readonly NodeCounts[]): EncouragementBar {
  const bar = {
    match_live_id: matchLiveId as MatchLiveId,
    red: { coins: 0, gifts: 0, supporters: 0 },
    blue: { coins: 0, gifts: 0, supporters: 0 },
  };
  for (const node of nodes) {
    bar.red.coins += node.red_coins;
    bar.red.gifts += node.red_gifts;
    bar.red.supporters += node.red_supporters;
    bar.blue.coins += node.blue_coins;
    bar.blue.gifts += node.blue_gifts;
    bar.blue.supporters += node.blue_supporters;
  }
  return bar;
}
