import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endSilentSessions } from './end-watch-sessions.ts';
import {
  counted,
  crowdBrowsers,
  expire,
  prepareNodes,
  pulseAll,
  session,
  startNode,
  watching,
} from './testing/watch-node-stage.ts';
import { advanceTime, deps, join, leave, now, test, tonight } from './testing/watch-stage.ts';
import { WatchWriter } from './watch.store.ts';
import { countViewers, HELD_AT } from './watch-node.store.ts';

prepareNodes();

describe('a viewer', () => {
  it('is counted by the join, and then by the node to which the browser connects', async () => {
    const browser = await watching();
    expect(await counted()).toBe(1);
    const { id, register } = startNode();
    register.beat(browser);
    await register.pulse();
    expect(await counted()).toBe(1);
    expect(await session()).toMatchObject({ watch_node_id: id, last_seen_at: HELD_AT });
  });

  it('causes no writes by heartbeats, however frequent', async () => {
    const browser = await watching();
    const { register } = startNode();
    const version = async () =>
      (await sql<{ xmin: string }>`select xmin from watch_session`.execute(test.db)).rows;
    register.beat(browser);
    await register.pulse();
    const before = await version();
    for (let beats = 0; beats < 20; beats += 1) {
      advanceTime(15_000);
      for (let replays = 0; replays < 3; replays += 1) register.beat(browser);
      await register.recordSeen([(await session()).watch_session_id]);
      await register.pulse();
      await endSilentSessions(deps());
    }
    expect(await version()).toEqual(before);
    expect(await counted()).toBe(1);
  });

  it('with tabs on two nodes is counted once, and stays counted after the first tab closes', async () => {
    const browser = await watching();
    const [a, b] = [startNode(), startNode()];
    a.register.beat(browser);
    await a.register.pulse();
    b.register.beat(browser);
    await pulseAll();
    expect(await counted()).toBe(1);
    expect((await session()).watch_node_id).toBe(a.id);
    advanceTime(8_000);
    a.register.markGone([browser]);
    await a.register.pulse();
    expect(await counted()).toBe(0);
    b.register.beat(browser);
    await b.register.pulse();
    expect(await counted()).toBe(1);
    expect((await session()).watch_node_id).toBe(b.id);
  });

  it('is claimed again by the second node without another heartbeat', async () => {
    const browser = await watching();
    const [a, b] = [startNode(), startNode()];
    a.register.beat(browser);
    await a.register.pulse();
    b.register.beat(browser);
    await b.register.pulse();
    advanceTime(8_000);
    a.register.markGone([browser]);
    await a.register.pulse();
    await expect
      .poll(() => b.register.pulse().then(counted), { timeout: 8_000, interval: 200 })
      .toBe(1);
  });

  it('is held by exactly one of three nodes that claim concurrently', async () => {
    const crowd = await crowdBrowsers(900);
    const all = [startNode(), startNode(), startNode()];
    for (const { register } of all) for (const browser of crowd) register.beat(browser);
    await pulseAll();
    for (const { register } of all) for (const browser of crowd) register.beat(browser);
    await pulseAll();
    expect(await counted()).toBe(900);
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from watch_session where watch_node_id is not null`.execute(
      test.db,
    );
    expect(rows).toEqual([{ held: 900 }]);
  });

  it('in a large crowd is claimed and released in chunks', async () => {
    const crowd = await crowdBrowsers(4_500);
    const { register } = startNode();
    for (const browser of crowd) register.beat(browser);
    await register.pulse();
    expect(await counted()).toBe(4_500);
    advanceTime(8_000);
    register.markGone(crowd);
    await register.pulse();
    expect(await counted()).toBe(0);
    const left = test.db.selectFrom('watch_session').select('watch_session_id');
    expect(await left.where('watch_node_id', 'is not', null).execute()).toEqual([]);
    expect(await left.where('gone_at', 'is not', null).execute()).toHaveLength(4_500);
  });

  it('is not counted twice after its node missed its reports and another node claimed it', async () => {
    const moved = (await crowdBrowsers(1))[0]!;
    const kept = await watching();
    const [a, b] = [startNode(), startNode()];
    for (const browser of [kept, moved]) a.register.beat(browser);
    await a.register.pulse();
    await expire(a, 1);
    expect(await counted()).toBe(0);
    b.register.beat(moved);
    await b.register.pulse();
    await a.register.pulse();
    await pulseAll();
    expect(await counted()).toBe(2);
    expect((await session()).watch_node_id).toBe(a.id);
  });

  it('who changes the stream is counted for the new stream within seconds', async () => {
    const browser = await watching();
    const { id, register } = startNode();
    register.beat(browser);
    await register.pulse();
    const before = await session();
    const { streams } = (await test.call(`GET /live/${tonight}`)).body.data;
    const other = streams
      .map((stream: { match_live_stream_id: string }) => stream.match_live_stream_id)
      .find((streamId: string) => streamId !== before.match_live_stream_id);
    // A node of the earlier release makes the same write when a tab joins.
    await join(browser.watchToken, { match_live_stream_id: other });
    expect(await session()).toMatchObject({ match_live_stream_id: other, last_seen_at: now });
    await expect
      .poll(() => register.pulse().then(session), { timeout: 8_000, interval: 200 })
      .toMatchObject({ watch_node_id: id, last_seen_at: HELD_AT });
    await register.pulse();
    expect(await countViewers(test.db, now)).toMatchObject([
      { match_live_stream_id: other, viewers: 1 },
    ]);
  });
});

describe('a sign of life', () => {
  it('that arrives while the session is released claims it again', async () => {
    const browser = await watching();
    const { id, register } = startNode({ released: () => register.beat(browser) });
    register.beat(browser);
    await register.pulse();
    advanceTime(8_000);
    register.markGone([browser]);
    await register.pulse();
    await register.pulse();
    expect(await counted()).toBe(1);
    expect(await session()).toMatchObject({ watch_node_id: id, gone_at: null });
  });

  it('by a playlist request keeps a session whose release is not written yet', async () => {
    const browser = await watching();
    const { id, register } = startNode();
    register.beat(browser);
    await register.pulse();
    advanceTime(8_000);
    register.markGone([browser]);
    await register.recordSeen([(await session()).watch_session_id]);
    await register.pulse();
    expect(await counted()).toBe(1);
    expect((await session()).watch_node_id).toBe(id);
  });

  it('of an ended session has no effect', async () => {
    const browser = await watching();
    const { register } = startNode();
    await leave(browser.watchToken);
    register.beat(browser);
    await register.pulse();
    await register.recordSeen([randomUUID()]);
    expect(await counted()).toBe(0);
  });
});

describe('a claim', () => {
  it('whose browser has gone in the meantime is released', async () => {
    const browser = await watching();
    const { register } = startNode({ claimed: () => register.markGone([browser]) });
    register.beat(browser);
    await register.pulse();
    await register.pulse();
    expect(await counted()).toBe(0);
    expect(await session()).toMatchObject({ watch_node_id: null, gone_at: now });
  });

  it('whose session has ended in the meantime is not counted', async () => {
    const browser = await watching();
    const { watch_session_id: id } = await session();
    const { register } = startNode({
      claimed: async () => {
        await leave(browser.watchToken);
        register.forget([id]);
      },
    });
    register.beat(browser);
    await register.pulse();
    expect(await counted()).toBe(0);
  });

  it('is repaired by the comparison with the database if the event of the session’s end was lost', async () => {
    const [other] = await crowdBrowsers(1);
    const browser = await watching();
    const { register } = startNode();
    for (const heard of [browser, other!]) register.beat(heard);
    await register.pulse();
    expect(await counted()).toBe(2);
    const { watch_session_id: id } = await session();
    await test.db.transaction().execute((trx) => new WatchWriter(trx).end([id], 'ejected', now));
    await register.pulse();
    expect(await counted()).toBe(2);
    register.compareSoon();
    await register.pulse();
    expect(await counted()).toBe(1);
  });

  it('that the node does not have in memory is released by the comparison with the database', async () => {
    const [other] = await crowdBrowsers(1);
    await watching();
    const { id, register } = startNode();
    register.beat(other!);
    await register.pulse();
    const lost = await session();
    await test.db
      .updateTable('watch_session')
      .set({ watch_node_id: id, last_seen_at: HELD_AT })
      .where('watch_session_id', '=', lost.watch_session_id)
      .execute();
    register.compareSoon();
    await register.pulse();
    await register.pulse();
    expect((await session()).watch_node_id).toBeNull();
  });
});
