import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endSilentSessions } from './end-watch-sessions.ts';
import {
  counted,
  crowdBrowsers,
  expire,
  kill,
  prepareNodes,
  session,
  startNode,
  watching,
} from './testing/watch-node-stage.ts';
import {
  active,
  advanceTime,
  deps,
  endedSessions,
  leave,
  now,
  test,
  token,
} from './testing/watch-stage.ts';
import { HELD_AT } from './watch-node.store.ts';
import type { WatchingBrowser } from './watch-presence.ts';

prepareNodes();

describe('a node that dies', () => {
  it('is not counted once it has expired, and its sessions end as of its last report', async () => {
    const browser = await watching();
    const dead = startNode();
    dead.register.beat(browser);
    await dead.register.pulse();
    const lastReport = now;
    kill(dead);
    await expect.poll(counted, { timeout: 7_000, interval: 100 }).toBe(0);
    advanceTime(20_000);
    await endSilentSessions(deps());
    expect((await session()).watch_node_id).toBe(dead.id);
    await expire(dead, 11);
    await endSilentSessions(deps());
    expect(await session()).toMatchObject({ watch_node_id: null, last_seen_at: lastReport });
    advanceTime(26_000);
    await endSilentSessions(deps());
    expect(await active()).toEqual([]);
    expect(await endedSessions()).toMatchObject([
      { end_reason: 'silent', last_seen_at: lastReport },
    ]);
  });

  it('loses its sessions to the nodes to which their browsers connect', async () => {
    const browser = await watching();
    const [dead, alive] = [startNode(), startNode()];
    dead.register.beat(browser);
    await dead.register.pulse();
    kill(dead);
    await expire(dead, 1);
    alive.register.beat(browser);
    await alive.register.pulse();
    expect(await counted()).toBe(1);
    await expire(dead, 60);
    advanceTime(60_000);
    await endSilentSessions(deps());
    expect((await session()).watch_node_id).toBe(alive.id);
  });

  it('is not considered dead after an outage of the database', async () => {
    const browser = await watching();
    const node = startNode();
    node.register.beat(browser);
    await node.register.pulse();
    await expire(node, 60);
    advanceTime(60_000);
    await endSilentSessions(deps(), false);
    expect((await session()).watch_node_id).toBe(node.id);
    node.register.beat(browser);
    await node.register.pulse();
    expect(await counted()).toBe(1);
  });

  it('cleanly releases its sessions, which another node can claim at once', async () => {
    const browser = await watching();
    const [first, second] = [startNode(), startNode()];
    first.register.beat(browser);
    await first.register.pulse();
    await first.register.stop();
    second.register.beat(browser);
    await second.register.pulse();
    expect(await counted()).toBe(1);
    expect((await session()).watch_node_id).toBe(second.id);
  });
});

describe('the last sign of life', () => {
  it('of a session that leaves is its end; that of a silent session is the last one its node received', async () => {
    const browser = await watching();
    const { register } = startNode();
    register.beat(browser);
    await register.pulse();
    advanceTime(10_000);
    await leave(browser.watchToken);
    expect(await endedSessions()).toMatchObject([{ end_reason: 'left', last_seen_at: now }]);
    const next = await watching();
    register.beat(next);
    await register.pulse();
    const heard = now;
    advanceTime(8_000);
    register.markGone([next]);
    await register.pulse();
    advanceTime(40_000);
    await endSilentSessions(deps());
    expect((await endedSessions()).find((row) => row.end_reason === 'silent')).toMatchObject({
      last_seen_at: heard,
    });
  });

  it('in the export of a running session is the current time', async () => {
    const browser = await watching();
    const { register } = startNode();
    register.beat(browser);
    await register.pulse();
    advanceTime(5_000);
    const { body } = await test.call('GET /auth/member/export', { token });
    expect(body.data.watch_sessions).toMatchObject([{ last_seen_at: now.toISOString() }]);
  });
});

/** The SQL statements of the earlier release. */
const earlier = {
  beat: ({ memberId }: WatchingBrowser) =>
    sql`update watch_session set last_seen_at = ${now}, gone_at = null
      where member_id = ${memberId}
        and (last_seen_at < ${new Date(now.getTime() - 10_000)} or gone_at is not null)`.execute(
      test.db,
    ),
  count: async () => {
    const { rows } = await sql<{ viewers: number }>`
      select count(*)::int as viewers from watch_session
      where gone_at is null and last_seen_at >= ${new Date(now.getTime() - 45_000)}`.execute(
      test.db,
    );
    return rows[0]?.viewers;
  },
  findSilent: async () => {
    const { rows } = await sql`
      select from watch_session where last_seen_at < ${new Date(now.getTime() - 45_000)}`.execute(
      test.db,
    );
    return rows.length;
  },
};

describe('a node of the earlier release', () => {
  it('counts a session that another node holds without ending it, and the sessions that it renews are counted', async () => {
    const renewed = (await crowdBrowsers(1))[0]!;
    const held = await watching();
    const { id, register } = startNode();
    register.beat(held);
    await register.pulse();
    for (let beats = 0; beats < 5; beats += 1) {
      advanceTime(15_000);
      register.beat(held);
      await earlier.beat(held);
      await earlier.beat(renewed);
      await register.pulse();
      await endSilentSessions(deps());
      expect([await counted(), await earlier.count(), await earlier.findSilent()]).toEqual([
        2, 2, 0,
      ]);
    }
    expect(await session()).toMatchObject({ watch_node_id: id, last_seen_at: HELD_AT });
  });

  it('can end a held session, whose export then shows the end as the last sign of life', async () => {
    const browser = await watching();
    const { register } = startNode();
    register.beat(browser);
    await register.pulse();
    await sql`
      with ended as (delete from watch_session where member_id = ${browser.memberId} returning *)
      insert into ended_watch_session (watch_session_id, member_id, member_session_id, watch_token,
        program_live_id, match_live_stream_id, started_at, last_seen_at, ended_at, end_reason)
      select watch_session_id, member_id, member_session_id, watch_token,
        program_live_id, match_live_stream_id, started_at, last_seen_at, ${now}, 'left' from ended
    `.execute(test.db);
    const { body } = await test.call('GET /auth/member/export', { token });
    expect(body.data.watch_sessions).toMatchObject([{ last_seen_at: now.toISOString() }]);
  });
});
