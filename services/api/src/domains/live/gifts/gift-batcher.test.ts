import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GiftBatcher } from './gift-batcher.ts';
import type { GiftResult, NewGift } from './gifts.store.ts';

const INTERLEAVINGS = 2_000;
/** Maximum number of concurrent transactions of a bout. */
const TRANSACTIONS_MAX = 2;
const BOUTS = ['first', 'second'] as const;

const gift = (idempotencyKey: string): NewGift => ({
  memberId: randomUUID(),
  corner: 'red',
  giftId: 'garland',
  quantity: 1,
  coins: 1,
  idempotencyKey,
});

/** The result contains the gift's key, so that the test detects a result that is returned for another gift. */
const resultOf = ({ idempotencyKey }: NewGift): GiftResult =>
  ({ outcome: 'sent', giftLogId: idempotencyKey }) as unknown as GiftResult;

type Fate = 'commits' | 'fails' | 'loses the last result';

/** A database whose transactions end in the order that the scheduler chooses. */
function createDatabase(scheduler: fc.Scheduler, fates: readonly Fate[]) {
  const written: string[] = [];
  const running = new Map<string, number>();
  let transactions = 0;
  let mostAtOnce = 0;
  const commit = (gifts: readonly NewGift[]): readonly (GiftResult | undefined)[] => {
    const fate = fates[transactions % fates.length] ?? 'commits';
    transactions += 1;
    if (fate === 'fails') throw new Error('the transaction rolled back');
    const kept = fate === 'commits' ? gifts : gifts.slice(0, -1);
    written.push(...kept.map(({ idempotencyKey }) => idempotencyKey));
    return kept.map(resultOf);
  };
  const send = async (bout: string, gifts: readonly NewGift[]) => {
    const now = (running.get(bout) ?? 0) + 1;
    running.set(bout, now);
    mostAtOnce = Math.max(mostAtOnce, now);
    try {
      await scheduler.schedule(Promise.resolve(), `transaction of ${bout}`);
      return commit(gifts);
    } finally {
      running.set(bout, (running.get(bout) ?? 1) - 1);
    }
  };
  return { send, written, mostAtOnce: () => mostAtOnce };
}

const Arrivals = fc.array(
  fc.record({ bout: fc.constantFrom(...BOUTS), gifts: fc.integer({ min: 1, max: 70 }) }),
  { minLength: 1, maxLength: 8 },
);
const Fates = fc.array(
  fc.constantFrom<Fate>('commits', 'commits', 'fails', 'loses the last result'),
  { minLength: 1, maxLength: 5 },
);

describe('the gift batcher, in any interleaving of arrivals and commits', () => {
  it('resolves each gift once with its own result, and acknowledges exactly the gifts that were written', async () => {
    let overlapped = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), Arrivals, Fates, async (scheduler, arrivals, fates) => {
        const database = createDatabase(scheduler, fates);
        const batcher = new GiftBatcher({ send: database.send });
        const acknowledged: string[] = [];
        const refused: string[] = [];
        const arrive = (index: number, bout: string, count: number) =>
          Array.from({ length: count }, async (_, place) => {
            const key = `${index}/${place}`;
            try {
              const result = await batcher.add(bout, gift(key));
              expect(result).toMatchObject({ giftLogId: key });
              acknowledged.push(key);
            } catch (error) {
              if ((error as Error).name === 'AssertionError') throw error;
              refused.push(key);
            }
          });
        const all = arrivals.map(async ({ bout, gifts }, index) => {
          await scheduler.schedule(Promise.resolve(), `arrival ${index}`);
          await Promise.all(arrive(index, bout, gifts));
        });
        await scheduler.waitFor(Promise.all(all));
        const total = arrivals.reduce((sum, { gifts }) => sum + gifts, 0);
        expect(acknowledged.toSorted()).toEqual(database.written.toSorted());
        expect(new Set([...acknowledged, ...refused]).size).toBe(total);
        expect(acknowledged.length + refused.length).toBe(total);
        expect(database.mostAtOnce()).toBeLessThanOrEqual(TRANSACTIONS_MAX);
        if (database.mostAtOnce() === TRANSACTIONS_MAX) overlapped += 1;
      }),
      { numRuns: INTERLEAVINGS },
    );
    // Proves that some runs had two concurrent transactions of a bout.
    expect(overlapped).toBeGreaterThan(0);
  }, 60_000);
});
