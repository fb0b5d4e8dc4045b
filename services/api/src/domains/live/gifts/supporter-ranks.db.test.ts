import { beforeEach, describe, expect, it } from 'vitest';
import { GiftStore } from './gifts.store.ts';
import { SupporterRanks } from './supporter-ranks.ts';
import { bout, gift, makeMembers, prepareGifts, sendBatch, test } from './testing/gift-stage.ts';

prepareGifts();

let counts: number;
let ranks: SupporterRanks;
/** Counts the statements that read members' own totals. */
let reads: number;
beforeEach(() => {
  const store = new GiftStore(test.db);
  counts = 0;
  reads = 0;
  ranks = new SupporterRanks({
    countTotals: (matchLiveId) => {
      counts += 1;
      return store.countTotals(matchLiveId);
    },
    findTotals: (matchLiveId, memberIds) => {
      reads += 1;
      return store.findTotals(matchLiveId, memberIds);
    },
  });
});

describe('the rank of a member in a bout', () => {
  it('is one more than the number of supporters with more coins; sixty concurrent reads need two statements', async () => {
    const members = await makeMembers(60, 100);
    const coins = members.map((_, index) => 1 + ((index * 7) % 23));
    await sendBatch(
      members.map((memberId, index) =>
        gift(memberId, coins[index] ?? 0, { corner: index % 3 === 0 ? 'blue' : 'red' }),
      ),
    );
    const places = await Promise.all(members.map((memberId) => ranks.read(bout, memberId)));
    for (const [index, place] of places.entries()) {
      const own = coins[index] ?? 0;
      expect(place).toEqual({
        rank: 1 + coins.filter((other) => other > own).length,
        red_coins: index % 3 === 0 ? 0 : own,
        blue_coins: index % 3 === 0 ? own : 0,
      });
    }
    expect([counts, reads]).toEqual([1, 1]);
  });

  it('are undefined for members without gifts, and need no count then', async () => {
    const [ann = ''] = await makeMembers(1, 0);
    expect(await ranks.read(bout, ann)).toBeUndefined();
    expect(counts).toBe(0);
  });

  it('include the member’s own gifts at once, and the gifts of others once the tally is stale', async () => {
    const [ann = '', bob = '', cat = ''] = await makeMembers(3, 1_000);
    await sendBatch([gift(ann, 10), gift(bob, 20), gift(cat, 30)]);
    expect((await ranks.read(bout, ann))?.rank).toBe(3);
    await sendBatch([gift(ann, 15)]);
    expect(await ranks.read(bout, ann)).toMatchObject({ rank: 2, red_coins: 25 });
    await sendBatch([gift(bob, 100)]);
    await expect.poll(async () => (await ranks.read(bout, ann))?.rank).toBe(3);
  });

  it('are computed again after a statement failed', async () => {
    const [ann = ''] = await makeMembers(1, 10);
    await sendBatch([gift(ann, 10)]);
    const store = new GiftStore(test.db);
    let isDown = true;
    const failing = new SupporterRanks({
      findTotals: (...args) => store.findTotals(...args),
      countTotals: (matchLiveId) =>
        isDown ? Promise.reject(new Error('the database is down')) : store.countTotals(matchLiveId),
    });
    await expect(failing.read(bout, ann)).rejects.toThrow('down');
    isDown = false;
    expect((await failing.read(bout, ann))?.rank).toBe(1);
  });
});
