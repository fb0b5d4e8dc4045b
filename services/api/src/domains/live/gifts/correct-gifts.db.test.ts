import type { MemberId } from '@sangwian/contract/ids';
import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import {
  bout,
  correct,
  decide,
  gift,
  houseCoins,
  makeMembers,
  payCorrections,
  prepareGifts,
  sendBatch,
  settle,
  test,
  wallet,
} from './testing/gift-stage.ts';

const RED = 10;
const BLUE = 20;
const START = 50;

prepareGifts();

/** Creates members who each give to both corners of the bout. */
async function makeSupporters(count: number): Promise<MemberId[]> {
  const members = await makeMembers(count, START);
  await sendBatch(
    members.flatMap((memberId) => [gift(memberId, RED), gift(memberId, BLUE, { corner: 'blue' })]),
  );
  return members;
}
const balances = (members: readonly MemberId[]) =>
  Promise.all(members.map((memberId) => wallet.readBalance(memberId)));
const all = (members: readonly MemberId[], coins: number) => members.map(() => coins);

describe('the correction of a settled result', () => {
  it('refunds each corner once per member, however often the result is corrected', async () => {
    const members = await makeSupporters(20);
    const [revenue, corrections] = [
      await houseCoins('revenue:gifts'),
      await houseCoins('corrections'),
    ];
    await decide({ red: false, blue: true });
    await settle();
    expect(await correct('blue')).toEqual({ corners: ['red'], members: 20, coins: 20 * RED });
    // Ordered again before the payment: nothing is left to order.
    expect(await correct('blue')).toEqual({ corners: [], members: 0, coins: 0 });
    await Promise.all([payCorrections(), payCorrections(), payCorrections()]);
    for (const outcome of ['red', 'draw', 'cancelled', 'blue'] as const) {
      expect((await correct(outcome)).coins).toBe(0);
      await payCorrections();
    }
    expect(await balances(members)).toEqual(all(members, START));
    // The winner's gifts stay with the house, which pays the refund from its own coins.
    expect((await houseCoins('revenue:gifts')) - revenue).toBe(20 * RED);
    expect((await houseCoins('corrections')) - corrections).toBe(-20 * RED);
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('continues after a crash between its chunks', async () => {
    const members = await makeSupporters(40);
    await decide({ red: false, blue: true });
    await settle();
    await correct('cancelled');
    let chunks = 0;
    const dying = {
      ...wallet,
      refundCorrected: async (...args: Parameters<Wallet['refundCorrected']>) => {
        const paid = await wallet.refundCorrected(...args);
        chunks += 1;
        if (chunks === 3) throw new Error('the process was killed before it could commit');
        return paid;
      },
    };
    await expect(payCorrections({ wallet: dying })).rejects.toThrow('killed');
    const half = await balances(members);
    expect(half.filter((coins) => coins === START)).toHaveLength(14);
    await Promise.all([payCorrections(), payCorrections()]);
    expect(await balances(members)).toEqual(all(members, START));
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('waits for a settlement that was killed halfway', async () => {
    const members = await makeSupporters(40);
    await decide({ red: false, blue: true });
    let chunks = 0;
    const dying = {
      ...wallet,
      refundGifts: async (...args: Parameters<Wallet['refundGifts']>) => {
        chunks += 1;
        if (chunks === 3) throw new Error('the process was killed');
        return wallet.refundGifts(...args);
      },
    };
    await expect(settle({ wallet: dying })).rejects.toThrow('killed');
    expect(await correct('blue')).toMatchObject({ corners: ['red'], coins: 40 * RED });
    await payCorrections();
    // The gifts to red are in escrow until the settlement has paid them to the house.
    expect(Math.max(...(await balances(members)))).toBe(START - RED);
    await settle();
    expect(await balances(members)).toEqual(all(members, START - RED));
    await payCorrections();
    expect(await balances(members)).toEqual(all(members, START));
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('pays every member once if it is ordered while the settlement runs', async () => {
    const members = await makeSupporters(60);
    await decide({ red: false, blue: true });
    const correcting = Promise.all([correct('blue'), correct('draw'), correct('cancelled')]);
    await Promise.all([settle(), settle(), payCorrections()]);
    await correcting;
    await payCorrections();
    expect(await balances(members)).toEqual(all(members, START));
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('skips members whose refund has already been posted, and charges nobody', async () => {
    const members = await makeSupporters(3);
    await decide({ red: false, blue: true });
    await settle();
    await correct('blue');
    const [ann = '' as MemberId, bob = '' as MemberId] = members;
    // Simulates a posting that was committed without the progress. The retry must pay no member twice.
    const refund = (refunds: { memberId: string; coins: number }[]) =>
      test.db.transaction().execute((trx) =>
        wallet.refundCorrected(trx, {
          matchLiveId: bout,
          corner: 'red',
          about: { type: 'bout', id: bout },
          refunds,
        }),
      );
    expect(await refund([{ memberId: ann, coins: RED }])).toEqual([{ memberId: ann, coins: RED }]);
    expect(
      await refund([
        { memberId: ann, coins: RED },
        { memberId: bob, coins: RED },
      ]),
    ).toEqual([{ memberId: bob, coins: RED }]);
    await payCorrections();
    expect(await balances(members)).toEqual(all(members, START));
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('settles a member’s debt with the refund', async () => {
    const [ann = '' as MemberId] = await makeSupporters(1);
    await decide({ red: false, blue: false });
    await settle();
    await test.db.transaction().execute((trx) =>
      wallet.clawBack(trx, {
        memberId: ann,
        parts: [{ to: 'sold', coins: 45 }],
        kind: 'chargeback',
        idempotencyKey: `test:debt:${ann}`,
      }),
    );
    expect(await wallet.readWallet(ann)).toEqual({ balance: 0, owed: 25 });
    await correct('cancelled');
    await payCorrections();
    expect(await wallet.readWallet(ann)).toEqual({ balance: 5, owed: 0 });
    expect(await wallet.findFaults()).toEqual([]);
  });
});
