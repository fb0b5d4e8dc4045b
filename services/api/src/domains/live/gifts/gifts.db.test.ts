import { randomUUID } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { createLiveReader } from '../lives/lives.module.ts';
import { GiftStore } from './gifts.store.ts';
import {
  BUYER,
  barOf,
  bout,
  decide,
  gift,
  houseCoins,
  makeFan,
  makeMembers,
  NODE,
  outcomes,
  prepareGifts,
  send,
  sendBatch,
  setState,
  settle,
  test,
  wallet,
} from './testing/gift-stage.ts';

prepareGifts();

describe('POST /gift/send', () => {
  it('takes the coins, shows them in the bar and the history, and broadcasts the gift with its sender', async () => {
    const published: unknown[] = [];
    const stop = test.bus.subscribe('gift:sent', ({ gifts: lines }) => published.push(...lines));
    const before = await wallet.readBalance(BUYER.memberId);
    const sent = await send(BUYER, { quantity: 3, expected_coins: 30 });
    expect(sent.status).toBe(200);
    expect(sent.body.data).toMatchObject({
      balance: before - 30,
      bar: {
        red: { coins: 30, gifts: 3, supporters: 1 },
        blue: { coins: 0, gifts: 0, supporters: 0 },
      },
    });
    expect(await barOf()).toEqual(sent.body.data.bar);
    await expect.poll(() => published).toHaveLength(1);
    stop();
    expect(published).toMatchObject([
      { gift_log_id: sent.body.data.gift_log_id, coins: 30, member_name: 'สมชาย' },
    ]);
    const history = await test.call(
      `GET /auth/member/wallet/history?member_id=${BUYER.memberId}&kind=gift&limit=1`,
      { token: BUYER.token },
    );
    expect(history.body.data[0]).toMatchObject({
      coins: -30,
      balance_after: before - 30,
      about: { type: 'bout', id: bout },
    });
  });

  it.each([
    [{ corner: undefined, gift_id: undefined }, 'gift_corner_required'],
    [{ corner: 'green' }, 'gift_corner_required'],
    [{ gift_id: undefined }, 'gift_required'],
    [{ gift_id: randomUUID() }, 'gift_required'],
    [{ match_live_id: randomUUID() }, 'match_not_found'],
    [{ match_live_id: 'nothing' }, 'match_not_found'],
    [{ expected_coins: 9 }, 'price_changed'],
  ])('refuses %j with %s, without a charge', async (more, code) => {
    const before = await wallet.readBalance(BUYER.memberId);
    expect((await send(BUYER, more)).body.status).toBe(code);
    expect(await wallet.readBalance(BUYER.memberId)).toBe(before);
  });

  it('refuses a member who excluded themselves, without a charge', async () => {
    const fan = await makeFan(30);
    await test.call('POST /member/spending/exclusion', { token: fan.token, body: { days: 7 } });
    expect((await send(fan)).body.status).toBe('self_excluded');
    expect(await wallet.readBalance(fan.memberId)).toBe(30);
  });

  it('refuses gifts that the balance does not cover, that are disabled, or that come after the end of the bout', async () => {
    const poor = await makeFan(9);
    expect((await send(poor)).body.status).toBe('gift_balance_insufficient');
    await setState({ gifts_enabled: false });
    expect((await send(BUYER)).body.status).toBe('gift_disabled');
    await setState({ gifts_enabled: true, status: 'ended' });
    expect((await send(BUYER)).body.status).toBe('match_ended');
    expect((await barOf()).red.coins).toBe(0);
  });

  it('is idempotent by key, and refuses the key for a different gift', async () => {
    const key = randomUUID();
    const before = await wallet.readBalance(BUYER.memberId);
    const both = await Promise.all([send(BUYER, {}, key), send(BUYER, {}, key)]);
    await send(BUYER);
    await setState({ status: 'ended' });
    const again = await send(BUYER, {}, key);
    const gift_log_id = both[0]?.body.data.gift_log_id;
    for (const answer of both) {
      expect(answer.body.data).toMatchObject({ gift_log_id, balance: before - 10 });
    }
    // A retry returns the current balance, which the page shows.
    expect(again.body.data).toMatchObject({ gift_log_id, balance: before - 20 });
    for (const more of [
      { corner: 'blue' },
      { quantity: 2, expected_coins: 20 },
      { expected_coins: 11 },
    ]) {
      expect((await send(BUYER, more, key)).body.status).toBe('idempotency_conflict');
    }
    expect(await wallet.readBalance(BUYER.memberId)).toBe(before - 20);
  });

  it('is refused while the member owes coins', async () => {
    const fan = await makeFan(50);
    await test.db.transaction().execute((trx) =>
      wallet.clawBack(trx, {
        memberId: fan.memberId,
        parts: [{ to: 'sold', coins: 60 }],
        kind: 'purchase_refund',
        idempotencyKey: `test:owing:${fan.memberId}`,
      }),
    );
    expect((await send(fan)).body.status).toBe('wallet_blocked');
  });
});

describe('a batch', () => {
  it('puts the gifts of one member into escrow in order, each against the remaining balance', async () => {
    const [ann = '', bob = ''] = await makeMembers(2, 100);
    const { results } = await sendBatch([
      gift(ann, 60),
      gift(bob, 30, { corner: 'blue' }),
      gift(ann, 50),
      gift(ann, 40, { corner: 'blue' }),
      gift(bob, 70),
    ]);
    expect(results.map((one) => [one?.outcome, one?.balance])).toEqual([
      ['held', 40],
      ['held', 70],
      ['short', 40],
      ['held', 0],
      ['held', 0],
    ]);
    expect(await barOf()).toMatchObject({
      red: { coins: 130, supporters: 2 },
      blue: { coins: 70, supporters: 2 },
    });
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('puts a duplicate key into escrow once, and refuses the key for another amount', async () => {
    const [ann = ''] = await makeMembers(1, 100);
    const key = { idempotencyKey: randomUUID() };
    const batch = [gift(ann, 10, key), gift(ann, 10, key), gift(ann, 20, key), gift(ann, 5)];
    expect(await outcomes(batch)).toEqual(['held', 'known', 'conflict', 'held']);
    expect(await outcomes(batch)).toEqual(['known', 'known', 'conflict', 'known']);
    expect(await wallet.readBalance(ann as MemberId)).toBe(85);
  });

  it('returns a result for every gift, even with members without a wallet and members with several gifts', async () => {
    const [ann = '', bob = ''] = await makeMembers(2, 100);
    const { results, bar } = await sendBatch([
      gift(randomUUID(), 1),
      gift(ann, 90),
      gift(bob, 5),
      gift(ann, 20),
      gift(randomUUID(), 1),
      gift(ann, 10),
    ]);
    expect(results.map((one) => one && [one.outcome, one.balance])).toEqual([
      undefined,
      ['held', 10],
      ['held', 95],
      ['short', 10],
      undefined,
      ['held', 0],
    ]);
    expect(bar).toMatchObject([{ node_id: NODE, red_coins: 105, red_gifts: 105 }]);
    const alone = await sendBatch([gift(randomUUID(), 1)]);
    expect(alone).toMatchObject({ results: [undefined], bar });
  });

  it('on each of two nodes at once counts every gift, without a deadlock', async () => {
    const members = await makeMembers(20, 1_000);
    const batches = Array.from({ length: 12 }, (_, index) => {
      const order = index % 2 === 0 ? members : members.toReversed();
      return order.map((memberId) => gift(memberId, 1 + (index % 3)));
    });
    await Promise.all(
      batches.map((batch, index) =>
        new GiftStore(test.db).send({
          matchLiveId: bout,
          nodeId: index % 2 === 0 ? NODE : randomUUID(),
          about: { type: 'bout', id: bout },
          sentAt: new Date(),
          gifts: batch,
        }),
      ),
    );
    expect((await barOf()).red).toEqual({ coins: 480, gifts: 480, supporters: 20 });
  });
});

describe('GET /giftLog/leaderboard', () => {
  it('ranks by coins, with equal ranks for equal coins, and returns the member’s own rank', async () => {
    const [ann = '', bob = '', cat = ''] = await makeMembers(3, 100);
    await sendBatch([gift(ann, 30), gift(bob, 30, { corner: 'blue' }), gift(cat, 40)]);
    await send(BUYER);
    const { body: board } = await test.call(`GET /giftLog/leaderboard?match_live_id=${bout}`);
    expect(board.data.map((one: { rank: number; coins: number }) => [one.rank, one.coins])).toEqual(
      [
        [1, 40],
        [2, 30],
        [2, 30],
        [4, 10],
      ],
    );
    const path = `GET /giftLog/leaderboard/mine?match_live_id=${bout}`;
    const mine = await test.call(path, { token: BUYER.token });
    expect(mine.body.data).toEqual({ rank: 4, red_coins: 10, blue_coins: 0 });
    const other = await makeFan(0);
    expect((await test.call(path, { token: other.token })).body.data.rank).toBeNull();
    const bar = await test.call(`GET /giftLog/encouragementBar?match_live_id=${bout}`);
    expect(bar.body.data).toEqual({
      match_live_id: bout,
      red: { coins: 80, gifts: 71, supporters: 3 },
      blue: { coins: 30, gifts: 30, supporters: 1 },
    });
    for (const call of ['leaderboard', 'encouragementBar']) {
      const unknown = await test.call(`GET /giftLog/${call}?match_live_id=${randomUUID()}`);
      expect([unknown.status, unknown.body.status]).toEqual([404, 'match_not_found']);
    }
  });
});

describe('a settlement', () => {
  it('keeps the winner’s gifts and refunds every other supporter exactly once', async () => {
    const members = await makeMembers(30, 100);
    for (let round = 0; round < 3; round += 1) {
      await sendBatch(
        members.map((memberId, index) =>
          gift(memberId, 5, { corner: index % 3 === 0 ? 'red' : 'blue' }),
        ),
      );
    }
    const revenue = await houseCoins('revenue:gifts');
    await decide({ red: false, blue: true });
    const refunded: string[] = [];
    const stop = test.bus.subscribe('gift:refunded', ({ refunds }) =>
      refunded.push(...refunds.map(({ memberId }) => memberId)),
    );
    await settle();
    await settle();
    stop();
    for (const [index, memberId] of members.entries()) {
      expect(await wallet.readBalance(memberId)).toBe(index % 3 === 0 ? 85 : 100);
    }
    expect(refunded.toSorted()).toEqual(members.filter((_, index) => index % 3 !== 0).toSorted());
    expect((await houseCoins('revenue:gifts')) - revenue).toBe(150);
    expect(await wallet.findFaults()).toEqual([]);
    expect(await outcomes([gift(members[0] ?? '', 1)])).toEqual(['ended']);
  });

  it('continues after a crash between chunks, and refunds once when several nodes settle concurrently', async () => {
    const members = await makeMembers(40, 50);
    await sendBatch(
      members.flatMap((memberId) => [gift(memberId, 10), gift(memberId, 20, { corner: 'blue' })]),
    );
    await decide({ red: true, blue: true });
    let chunks = 0;
    const dying = {
      ...wallet,
      refundGifts: async (...args: Parameters<Wallet['refundGifts']>) => {
        const coins = await wallet.refundGifts(...args);
        chunks += 1;
        if (chunks === 3) throw new Error('the process was killed before it could commit');
        return coins;
      },
    };
    await expect(settle({ wallet: dying })).rejects.toThrow('killed');
    const half = await Promise.all(members.map((memberId) => wallet.readBalance(memberId)));
    expect(half.filter((coins) => coins === 50)).toHaveLength(14);
    const notices = () =>
      test.db
        .selectFrom('notice')
        .select(['member_id', 'about'])
        .where('member_id', 'in', members)
        .execute();
    expect(await notices()).toHaveLength(14);
    await Promise.all([settle(), settle(), settle()]);
    for (const memberId of members) expect(await wallet.readBalance(memberId)).toBe(50);
    const written = await notices();
    expect(new Set(written.map((row) => row.member_id))).toEqual(new Set(members));
    expect(written).toHaveLength(40);
    expect(written[0]?.about).toMatchObject({
      kind: 'cheer_refunded',
      coins: 30,
      reason: 'settled',
    });
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('settles a member’s debt with the refund', async () => {
    const [ann = '' as MemberId] = await makeMembers(1, 100);
    await sendBatch([gift(ann, 80)]);
    await test.db.transaction().execute((trx) =>
      wallet.clawBack(trx, {
        memberId: ann,
        parts: [{ to: 'sold', coins: 50 }],
        kind: 'chargeback',
        idempotencyKey: `test:debt:${ann}`,
      }),
    );
    expect(await wallet.readWallet(ann)).toEqual({ balance: 0, owed: 30 });
    await decide({ red: true, blue: true });
    await settle();
    expect(await wallet.readWallet(ann)).toEqual({ balance: 50, owed: 0 });
    expect(await wallet.findFaults()).toEqual([]);
  });

  it('neither loses nor creates coins when two hundred senders race with the end of the bout', async () => {
    const members = await makeMembers(200, 30);
    const live = createLiveReader(test.db);
    const sending = members.map(async (memberId, index) => {
      let held = 0;
      for (let turn = 0; turn < 6; turn += 1) {
        const corner = (index + turn) % 2 === 0 ? 'red' : 'blue';
        const [outcome] = await outcomes([gift(memberId, 5, { corner })]);
        if (outcome === 'held') held += 5;
      }
      return held;
    });
    while ((await barOf()).red.coins < 500) await live.findBout(bout);
    await decide({ red: true, blue: false });
    await settle({ chunkMembersMax: 50 });
    const held = (await Promise.all(sending)).reduce((sum, coins) => sum + coins, 0);
    const bar = await barOf();
    expect(bar.red.coins + bar.blue.coins).toBe(held);
    expect(held).toBeLessThan(200 * 30);
    const left = await Promise.all(members.map((memberId) => wallet.readBalance(memberId)));
    expect(left.reduce((sum, coins) => sum + coins, 0)).toBe(200 * 30 - bar.blue.coins);
    expect(await wallet.findFaults()).toEqual([]);
  });
});
