import { z } from 'zod';
import { LOOP_MS } from '../demo-bout/time-code.ts';

/** `assets/demo-bout-moments.json`: the moments of the loop, written by its renderer. */
export const Moments = z.array(
  z.object({
    at_ms: z.number().int().min(0).max(LOOP_MS),
    kind: z.enum(['kick', 'low_kick', 'teep', 'knee', 'punch', 'miss', 'bell']),
    corner: z.enum(['red', 'blue']),
  }),
);
export type Moment = z.infer<typeof Moments>[number];

/** Returns the moments in (fromMs, toMs] of the loop time; the span may cross the end of the loop. */
export function momentsBetween(
  moments: readonly Moment[],
  fromMs: number,
  toMs: number,
): readonly Moment[] {
  if (toMs >= fromMs) return moments.filter(({ at_ms: at }) => at > fromMs && at <= toMs);
  return moments.filter(({ at_ms: at }) => at > fromMs || at <= toMs);
}
