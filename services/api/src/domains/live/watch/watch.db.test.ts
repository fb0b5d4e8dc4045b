import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endSilentSessions } from './end-watch-sessions.ts';
import { findRevocations } from './revocation.store.ts';
import {
  active,
  advanceTime,
  deps,
  ejected,
  endedSessions,
  fan,
  grantOf,
  JOIN,
  join,
  leave,
  liveOf,
  now,
  prepareWatching,
  revoked,
  test,
  token,
  tonight,
  UNKNOWN,
} from './testing/watch-stage.ts';

prepareWatching();

describe('POST /memberWatchStream/joinWatchStream', () => {
  it('grants twelve hours of the live in progress if no live is requested', async () => {
    const { status, body } = await join(randomUUID());
    expect(status).toBe(200);
    expect(body.data.program_live_id).toBe(tonight);
    expect(body.data.playback.hls_url).toMatch(/^\/media\/g\/[\w.-]+\/ring-1\/index\.m3u8$/);
    expect(body.data.playback.whep_url).toMatch(/^\/media\/ring-1\/whep\?token=[\w.-]+$/);
    expect(Date.parse(body.data.playback.expires_at) - now.getTime()).toBe(12 * 3_600_000);
    const [session] = await active();
    expect(grantOf(body)).toEqual({
      path: 'ring-1',
      watchSessionId: session?.watch_session_id,
      expiresAtS: (now.getTime() + 12 * 3_600_000) / 1000,
    });
  });

  it('accepts a live or a stream by id', async () => {
    const stream = (await test.call(`GET /live/${tonight}`)).body.data.streams[0]
      .match_live_stream_id;
    const byStream = await join(randomUUID(), { match_live_stream_id: stream });
    expect(byStream.body.data).toMatchObject({
      program_live_id: tonight,
      match_live_stream_id: stream,
    });
    const byLive = await join(randomUUID(), { program_live_id: tonight.toUpperCase() });
    expect(byLive.body.data.program_live_id).toBe(tonight);
  });

  it('returns why a live cannot be watched', async () => {
    const coming = await liveOf('status=not_started', 'free');
    const premium = await liveOf('status=not_started', 'premium');
    const ended = await liveOf('status=ended');
    const refusal = async (more: object) => {
      const { status, body } = await join(randomUUID(), more);
      return [status, body.status, body.message];
    };
    expect(await refusal({ program_live_id: coming.program_live_id })).toEqual([
      409,
      'live_not_started',
      'Live not started.',
    ]);
    expect(await refusal({ program_live_id: premium.program_live_id })).toEqual([
      409,
      'live_not_started',
      'Live not started.',
    ]);
    expect(await refusal({ program_live_id: ended.program_live_id })).toEqual([
      409,
      'live_ended',
      'Live ended.',
    ]);
    expect((await refusal({ program_live_id: UNKNOWN }))[1]).toBe('live_not_found');
    expect((await refusal({ match_live_stream_id: UNKNOWN }))[1]).toBe('stream_not_found');
    const elsewhere = (await test.call(`GET /live/${ended.program_live_id}`)).body.data.streams[0];
    expect(
      (
        await refusal({
          program_live_id: tonight,
          match_live_stream_id: elsewhere.match_live_stream_id,
        })
      )[1],
    ).toBe('stream_not_found');
    expect([...(await active()), ...(await endedSessions())]).toEqual([]);
  });

  it('grants a premium live only to members who unlocked it', async () => {
    const premium = await liveOf('status=not_started', 'premium');
    const id = premium.program_live_id;
    const set = (status: 'in_progress' | 'not_started') =>
      test.db
        .updateTable('program_live')
        .set({ status })
        .where('program_live_id', '=', id)
        .execute();
    await set('in_progress');
    const locked = await join(randomUUID(), { program_live_id: id });
    expect([locked.status, locked.body.status]).toEqual([403, 'live_locked']);
    await test.db
      .insertInto('live_unlock')
      .values({ program_live_id: id, member_id: fan.memberId, via: 'code', paid_coins: 0 })
      .execute();
    const unlocked = await join(randomUUID(), { program_live_id: id });
    expect(grantOf(unlocked.body)?.path).toBe('ring-2');
    await set('not_started');
  });

  it('returns "not started or already ended" if no live is in progress', async () => {
    const set = (from: 'in_progress' | 'not_started', to: 'in_progress' | 'not_started') =>
      test.db
        .updateTable('program_live')
        .set({ status: to })
        .where('program_live_id', '=', tonight)
        .where('status', '=', from)
        .execute();
    await set('in_progress', 'not_started');
    const { status, body } = await join(randomUUID());
    await set('not_started', 'in_progress');
    expect([status, body.status, body.message]).toEqual([
      409,
      'live_unavailable',
      'Live not started or already ended.',
    ]);
  });

  it('refuses visitors, other members and invalid bodies', async () => {
    const other = await test.makeFan();
    expect(
      (await test.call(JOIN, { body: { member_id: fan.memberId, watch_token: randomUUID() } })).body
        .status,
    ).toBe('token_missing');
    expect((await join(randomUUID(), {}, 'forged')).body.status).toBe('token_invalid');
    for (const memberId of [other.memberId, UNKNOWN, 'x']) {
      const { status, body } = await join(randomUUID(), {}, token, memberId);
      expect([status, body.status, body.message]).toEqual([
        404,
        'member_not_found',
        'Member not found',
      ]);
    }
    expect((await join('no token')).body.status).toBe('request_invalid');
    expect((await join(randomUUID(), { extra: 1 })).body.status).toBe('request_invalid');
  });
});

describe('one member', () => {
  it('watches in one browser: the earlier browser is ejected, its grant is revoked, and its token cannot join again', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const earlier = grantOf((await join(first)).body);
    await join(second);
    expect(ejected).toEqual([first]);
    expect(revoked).toEqual([earlier?.watchSessionId]);
    expect((await active()).map((row) => row.watch_token)).toEqual([second]);
    const again = await join(first);
    expect([again.status, again.body.status, again.body.message]).toEqual([
      409,
      'watch_ejected',
      'Exited live due to viewing from another device.',
    ]);
    expect((await active()).map((row) => row.watch_token)).toEqual([second]);
    const { revocations } = await findRevocations(test.db, 0, now);
    expect(revocations.map((row) => row.watch_session_id)).toContain(earlier?.watchSessionId);
  });

  it('may have many tabs: they share one token and one session', async () => {
    const watchToken = randomUUID();
    const one = grantOf((await join(watchToken)).body);
    const other = grantOf((await join(watchToken.toUpperCase())).body);
    expect(other?.watchSessionId).toBe(one?.watchSessionId);
    expect(await active()).toHaveLength(1);
    expect(ejected).toEqual([]);
  });

  it('may leave and rejoin with the same token, and gets a new grant', async () => {
    const watchToken = randomUUID();
    const before = grantOf((await join(watchToken)).body);
    expect((await leave(watchToken)).body).toEqual({ data: {} });
    expect(await active()).toEqual([]);
    expect(revoked).toEqual([before?.watchSessionId]);
    expect((await leave(watchToken)).status).toBe(200);
    const after = grantOf((await join(watchToken)).body);
    expect(after?.watchSessionId).not.toBe(before?.watchSessionId);
  });

  it('does not end the session of a newer browser by leaving late', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await join(first);
    await join(second);
    await leave(first);
    expect((await active()).map((row) => row.watch_token)).toEqual([second]);
  });

  it('has exactly one session when many browsers join concurrently', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const tokens = Array.from({ length: 8 }, () => randomUUID());
      const answers = await Promise.all(tokens.map((watchToken) => join(watchToken)));
      expect(answers.map((answer) => answer.status)).toEqual(tokens.map(() => 200));
      expect(await active()).toHaveLength(1);
    }
    expect(ejected).toHaveLength(5 * 8 - 1);
    expect(new Set(revoked).size).toBe(5 * 8 - 1);
  });

  it('has exactly one session when joins and leaves of one browser overlap', async () => {
    const watchToken = randomUUID();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? join(watchToken) : leave(watchToken),
      ),
    );
    expect((await active()).length).toBeLessThanOrEqual(1);
    await join(watchToken);
    expect(await active()).toHaveLength(1);
  });

  it('cannot have two sessions, because the database refuses a second row', async () => {
    await join(randomUUID());
    const [row] = await active();
    const { watch_session_id: _id, ...copy } = row!;
    await expect(test.db.insertInto('watch_session').values(copy).execute()).rejects.toThrow(
      'watch_session_active_key',
    );
  });

  it('stops watching when the sign-in ends', async () => {
    await join(randomUUID());
    const [row] = await active();
    await test.call('POST /auth/member/logout', { token });
    await expect.poll(active).toEqual([]);
    expect(revoked).toEqual([row?.watch_session_id]);
    expect((await endedSessions())[0]?.end_reason).toBe('signed_out');
  });
});

describe('revocations', () => {
  it('are read by cursor, and a revocation that commits late is not skipped', async () => {
    // Waits until the revocations of earlier tests are read. Transactions elsewhere in the cluster hold the
    // cursor back.
    let cursor = 0;
    const readOn = async () => {
      const read = await findRevocations(test.db, cursor, now);
      cursor = read.cursor;
      return read.revocations;
    };
    await expect.poll(readOn).toEqual([]);
    const watchToken = randomUUID();
    await join(watchToken);
    const [row] = await active();
    const later = await test.db.transaction().execute(async (trx) => {
      // This transaction writes first but commits last.
      await sql`insert into watch_revocation (watch_session_id, expires_at, revoked_at)
        values (${row!.watch_session_id}, ${new Date(now.getTime() + 60_000)}, ${now})`.execute(
        trx,
      );
      await join(randomUUID());
      return findRevocations(test.db, cursor, now);
    });
    expect(later.revocations.map((found) => found.watch_session_id)).toContain(
      row!.watch_session_id,
    );
    const rest = await findRevocations(test.db, later.cursor, now);
    expect(
      rest.revocations.some((found) => Date.parse(found.expires_at) === now.getTime() + 60_000),
    ).toBe(true);
    // Revocations repeat while a transaction in another database of this cluster is running.
    cursor = rest.cursor;
    await expect.poll(readOn, { timeout: 5_000 }).toEqual([]);
  });

  it('are deleted once their grant has expired', async () => {
    await join(randomUUID());
    await join(randomUUID());
    advanceTime(13 * 3_600_000);
    await endSilentSessions(deps());
    const rows = await test.db
      .selectFrom('watch_revocation')
      .selectAll()
      .where('expires_at', '<=', now)
      .execute();
    // Revocations that this sweep wrote have expired too. The next sweep deletes them.
    await endSilentSessions(deps());
    const left = await test.db
      .selectFrom('watch_revocation')
      .selectAll()
      .where('expires_at', '<=', now)
      .execute();
    expect([rows.length >= left.length, left.length]).toEqual([true, 0]);
  });
});
