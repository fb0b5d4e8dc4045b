import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { describe, expect, it } from 'vitest';
import { lockOf, takeLock } from '../../../platform/database/advisory-locks.ts';
import { endSilentSessions } from './end-watch-sessions.ts';
import {
  active,
  advanceTime,
  clearEvents,
  deps,
  endedSessions,
  fan,
  join,
  leave,
  now,
  prepareWatching,
  revoked,
  test,
  tonight,
  UNKNOWN,
  watchAsCrowd,
} from './testing/watch-stage.ts';
import { createWatchCounts, createWatchModule } from './watch.module.ts';
import { WatchReader } from './watch.store.ts';
import { countViewers, WatchNodeStore } from './watch-node.store.ts';
import { WatchRegister } from './watch-register.ts';

prepareWatching();

const silent = createLogger('test', 'silent');

describe('a watch session', () => {
  it('ends with its sign-in even if the process died before it handled the event', async () => {
    await join(randomUUID());
    await test.db
      .updateTable('member_session')
      .set({ revoked_at: now })
      .where('member_id', '=', fan.memberId)
      .execute();
    await endSilentSessions(deps());
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['signed_out']);
  });

  it('ends after 45 seconds without heartbeats and playlist requests', async () => {
    await join(randomUUID());
    const [row] = await active();
    advanceTime(44_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
    clearEvents();
    advanceTime(2_000);
    expect(await endSilentSessions(deps())).toBe(1);
    expect(await active()).toEqual([]);
    expect(revoked).toEqual([row?.watch_session_id]);
    expect((await endedSessions())[0]?.end_reason).toBe('silent');
  });

  it('continues with either heartbeats or playlist requests', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    const watch = createWatchModule({ ...deps(), logger: silent, counters: null }, viewers);
    const watchToken = randomUUID();
    await join(watchToken);
    const [row] = await active();
    advanceTime(30_000);
    await watch.recordSeen([row!.watch_session_id, UNKNOWN]);
    advanceTime(30_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
    watch.beat(fan.memberId, watchToken as never);
    await watch.stop?.();
    advanceTime(30_000);
    await endSilentSessions(deps());
    expect(await active()).toHaveLength(1);
  });

  it('is not counted without a socket, until the next sign of life', async () => {
    const logger = createLogger('test', 'silent');
    const register = new WatchRegister(
      new WatchNodeStore(test.db, randomUUID()),
      () => now,
      logger,
    );
    const watchToken = randomUUID();
    await join(watchToken);
    const browser = { memberId: fan.memberId as never, watchToken: watchToken as never };
    const counted = async () => {
      await register.pulse();
      const counts = await countViewers(test.db, new Date(now.getTime() - 45_000));
      return counts.reduce((sum, { viewers }) => sum + viewers, 0);
    };
    const before = await counted();
    const [row] = await active();
    for (const signOfLife of [
      async () => register.beat(browser),
      () => register.recordSeen([row!.watch_session_id]),
      () => join(watchToken),
    ]) {
      register.beat(browser);
      expect(await counted()).toBe(before);
      advanceTime(8_000);
      register.markGone([browser]);
      expect(await counted()).toBe(before - 1);
      await signOfLife();
      expect(await counted()).toBe(before);
    }
    await register.stop();
  });

  it('is swept by one node at a time', async () => {
    await test.db.transaction().execute(async (trx) => {
      await takeLock(trx, lockOf('watchSweep'));
      expect(await endSilentSessions(deps())).toBeNull();
    });
  });

  it('ends when silent even while the ledger check holds its lock', async () => {
    await join(randomUUID());
    advanceTime(46_000);
    await test.db.transaction().execute(async (trx) => {
      await takeLock(trx, lockOf('ledgerCheck'));
      await endSilentSessions(deps());
    });
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['silent']);
  });

  it('is not counted once it is silent, even before the sweep', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    await join(randomUUID());
    const stream = (await active())[0]!.match_live_stream_id;
    const before = await viewers.ofStream(stream);
    advanceTime(46_000);
    expect(await viewers.ofStream(stream)).toBe(0);
    expect(before).toBeGreaterThan(0);
    expect(await active()).toHaveLength(1);
  });

  it('of a dead node is not counted and is ended by the sweep of another node', async () => {
    const viewers = createWatchCounts(test.db, () => now);
    const dead = createWatchModule({ ...deps(), logger: silent, counters: null }, viewers);
    const browser = { memberId: fan.memberId as never, watchToken: randomUUID() as never };
    await join(browser.watchToken);
    const stream = (await active())[0]!.match_live_stream_id;
    // The dead node had the socket and never reported that it closed.
    dead.addSocket(browser);
    dead.beat(browser.memberId, browser.watchToken);
    advanceTime(46_000);
    expect(await createWatchCounts(test.db, () => now).ofStream(stream)).toBe(0);
    await endSilentSessions(deps());
    expect((await endedSessions()).map((row) => row.end_reason)).toEqual(['silent']);
    await dead.stop?.();
    expect(await active()).toEqual([]);
  });

  it('ends with one sweep for a whole crowd, except for members who came back', async () => {
    await endSilentSessions(deps());
    const [back, ...gone] = await watchAsCrowd(5_200);
    advanceTime(46_000);
    await test.db
      .updateTable('watch_session')
      .set({ last_seen_at: now })
      .where('watch_session_id', '=', back!)
      .execute();
    clearEvents();
    expect(await endSilentSessions(deps())).toBe(gone.length);
    expect(new Set(revoked)).toEqual(new Set(gone));
    expect(await new WatchReader(test.db).isActive(back!)).toBe(true);
  });

  it('is counted as a viewer while it lasts', async () => {
    await join(randomUUID());
    const stream = (await active())[0]!.match_live_stream_id;
    advanceTime(2_000);
    const count = async () =>
      (await test.call(`GET /redist/countViewer?key=${stream}`)).body.data.count;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    const live = (await test.call(`GET /live/${tonight}`)).body.data;
    expect(live.viewers).toBe(before);
    await leave((await active())[0]!.watch_token);
    advanceTime(2_000);
    expect(await count()).toBe(before - 1);
    expect((await test.call(`GET /redist/countViewer?key=${UNKNOWN}`)).body.status).toBe(
      'stream_not_found',
    );
  });
});
