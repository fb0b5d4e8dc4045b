import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { describe, expect, it } from 'vitest';
import { lockOf, takeLock } from '../../../platform/database/advisory-locks.ts';
import { endSilentSessions } from './end-watch-sessions.ts';
import {
  active,
  deps,
  endedSessions,
  fan,
  forgetTold,
  join,
  leave,
  now,
  pass,
  prepareWatching,
  revoked,
  test,
  tonight,
  UNKNOWN,
  watchAsCrowd,
} from './testing/watch-stage.ts';
import { createWatchCounts, createWatchModule } from './watch.module.ts';
import { WatchReader } from './watch.store.ts';

prepareWatching();

describe('a watch session', () => {
  it('ends with its sign-in also when the news of that was lost with the process', async () => {
    await join(randomUUID());
    await test.db
      .updateTable('member_session')
      .set({ revoked_at: now })
      .where('member_id', '=', fan.memberId)
      .execute();
    await endSilentSessions(deps());
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['signed_out']);
  });

  it('ends by itself when socket and playlist requests both fall silent for 45 seconds', async () => {
    await join(randomUUID());
    const [row] = await active();
    pass(44_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
    forgetTold();
    pass(2_000);
    expect(await endSilentSessions(deps())).toBe(1);
    expect(await active()).toEqual([]);
    expect(revoked).toEqual([row?.watch_session_id]);
    expect((await endedSessions())[0]?.end_reason).toBe('silent');
  });

  it('lives on by either of them', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    const watch = createWatchModule({ ...deps(), logger: createLogger('test', 'silent') }, viewers);
    const watchToken = randomUUID();
    await join(watchToken);
    const [row] = await active();
    pass(30_000);
    await watch.seen([row!.watch_session_id, UNKNOWN]);
    pass(30_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
    watch.beat(fan.memberId, watchToken as never);
    await watch.stop?.();
    pass(30_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
  });

  it('is not counted from when its last socket is gone, until it is heard again', async () => {
    const reader = new WatchReader(test.db);
    const watchToken = randomUUID();
    await join(watchToken);
    const browser = { memberId: fan.memberId as never, watchToken: watchToken as never };
    const counted = async () => {
      const counts = await reader.countActive(new Date(now.getTime() - 45_000));
      return counts.reduce((sum, { viewers }) => sum + viewers, 0);
    };
    const before = await counted();
    const [row] = await active();
    for (const hear of [
      () => reader.seenByTokens([browser], now),
      () => reader.seenByIds([row!.watch_session_id], now),
      () => join(watchToken),
    ]) {
      await reader.goneByTokens([browser], now);
      expect(await counted()).toBe(before - 1);
      await hear();
      expect(await counted()).toBe(before);
    }
  });

  it('that is swept by one node is left alone by the others', async () => {
    await test.db.transaction().execute(async (trx) => {
      await takeLock(trx, lockOf('watchSweep'));
      expect(await endSilentSessions(deps())).toBeNull();
    });
  });

  it('that is silent ends while the ledger is checked: the two have locks of their own', async () => {
    await join(randomUUID());
    pass(46_000);
    await test.db.transaction().execute(async (trx) => {
      await takeLock(trx, lockOf('ledgerCheck'));
      await endSilentSessions(deps());
    });
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['silent']);
  });

  it('is not counted from the moment on in which it is silent, before any sweep', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    await join(randomUUID());
    const stream = (await active())[0]!.match_live_stream_id;
    const before = await viewers.ofStream(stream);
    pass(46_000);
    expect(await viewers.ofStream(stream)).toBe(0);
    expect(before).toBeGreaterThan(0);
    expect(await active()).toHaveLength(1);
  });

  it('of a node that died is not counted and ends by the sweep of another node', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    const dead = createWatchModule({ ...deps(), logger: createLogger('test', 'silent') }, viewers);
    const browser = { memberId: fan.memberId as never, watchToken: randomUUID() as never };
    await join(browser.watchToken);
    const stream = (await active())[0]!.match_live_stream_id;
    // It had the socket, and dies without a word of it.
    dead.hold(browser);
    dead.beat(browser.memberId, browser.watchToken);
    pass(46_000);
    expect(await createWatchCounts(test.db, () => now).ofStream(stream)).toBe(0);
    await endSilentSessions(deps());
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['silent']);
    await dead.stop?.();
    expect(await active()).toEqual([]);
  });

  it('of a crowd that left together ends with one sweep, whoever comes back meanwhile stays', async () => {
    await endSilentSessions(deps());
    const [back, ...gone] = await watchAsCrowd(5_200);
    pass(46_000);
    const reader = new WatchReader(test.db);
    await reader.seenByIds([back!], now);
    forgetTold();
    expect(await endSilentSessions(deps())).toBe(gone.length);
    expect(new Set(revoked)).toEqual(new Set(gone));
    expect(await reader.isActive(back!)).toBe(true);
  });

  it('is counted as a viewer while it lasts', async () => {
    await join(randomUUID());
    const stream = (await active())[0]!.match_live_stream_id;
    pass(2_000);
    const count = async () =>
      (await test.call(`GET /redist/countViewer?key=${stream}`)).body.data.count;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    const live = (await test.call(`GET /live/${tonight}`)).body.data;
    expect(live.viewers).toBe(before);
    await leave((await active())[0]!.watch_token);
    pass(2_000);
    expect(await count()).toBe(before - 1);
    expect((await test.call(`GET /redist/countViewer?key=${UNKNOWN}`)).body.status).toBe(
      'stream_not_found',
    );
  });
});
