import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../shared/api/api-error.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import { readWatchToken, renewWatchToken, WatchSession } from './watch-session.ts';
import { WatchingTabs } from './watching-tabs.ts';

const LIVE = '019aa000-0000-7000-8000-000000000001';
const { signal } = new AbortController();

const stored = new Map<string, string>();
const calls: {
  operation: string;
  body: { watch_token: string };
  keepalive: boolean;
}[] = [];
let failure: Error | null = null;
let held: Promise<void> = Promise.resolve();

const call = (async (
  operation: string,
  request: { body: never },
  options: { keepalive?: boolean },
) => {
  await held;
  calls.push({
    operation,
    body: request.body,
    keepalive: options.keepalive === true,
  });
  if (failure !== null) throw failure;
  return { data: { playback: { hls_url: '/media/c/index.m3u8?token=g', whep_url: null } } };
}) as unknown as CallApi;

const JOIN = 'POST /memberWatchStream/joinWatchStream';
const LEAVE = 'PUT /memberWatchStream/leaveWatchStream';
const operations = () => calls.map(({ operation }) => operation);
const open: WatchSession[] = [];
const session = () => {
  const made = new WatchSession({ program_live_id: LIVE }, call);
  open.push(made);
  return made;
};

beforeEach(() => {
  stored.clear();
  stored.set('member_id', 'm1');
  stored.set('access_token', 't1');
  calls.length = 0;
  failure = null;
  held = Promise.resolve();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  for (const one of open.splice(0)) one.leave({ closing: true });
  vi.unstubAllGlobals();
});

describe('the watch token', () => {
  it('is created once and stored as WATCH_TOKEN', () => {
    const token = readWatchToken();
    expect(stored.get('WATCH_TOKEN')).toBe(token);
    expect(readWatchToken()).toBe(token);
  });

  it('is replaced after an ejection', () => {
    const token = readWatchToken();
    expect(renewWatchToken()).not.toBe(token);
    expect(readWatchToken()).toBe(stored.get('WATCH_TOKEN'));
  });
});

describe('a watch session', () => {
  it('joins with the stored token and returns the URL that contains the grant', async () => {
    expect(await session().join(signal)).toEqual({
      hls: '/media/c/index.m3u8?token=g',
      whep: null,
    });
    expect(calls[0]).toMatchObject({
      operation: JOIN,
      body: { member_id: 'm1', watch_token: stored.get('WATCH_TOKEN'), program_live_id: LIVE },
    });
  });

  it('distinguishes a refusal by the API from a failure', async () => {
    failure = new ApiError({ status: 'live_locked', message: '' }, 403);
    await expect(session().join(signal)).rejects.toEqual(new JoinRefused('live_locked'));
    failure = new ApiError({ status: 'unavailable', message: '' }, 503);
    await expect(session().join(signal)).rejects.toBe(failure);
    failure = new ConnectionError(false, null);
    await expect(session().join(signal)).rejects.toBe(failure);
  });

  it('leaves with a keepalive request', async () => {
    const watch = session();
    await watch.join(signal);
    watch.leave({ closing: true });
    await vi.waitFor(() => expect(operations()).toEqual([JOIN, LEAVE]));
    expect(calls[1]?.keepalive).toBe(true);
  });

  it('leaves once, and only after a join', async () => {
    const watch = session();
    watch.leave({ closing: false });
    await watch.join(signal);
    watch.leave({ closing: false });
    watch.leave({ closing: true });
    await vi.waitFor(() => expect(operations()).toEqual([JOIN, LEAVE]));
  });

  it('stays open for the second tab when the first one leaves', async () => {
    const watch = session();
    await watch.join(signal);
    const otherTab = new WatchingTabs();
    await vi.waitFor(() => expect(otherTab.isLast).toBe(false));
    watch.leave({ closing: false });
    await watch.join(signal);
    expect(operations()).toEqual([JOIN, JOIN]);
    otherTab.close();
    await vi.waitFor(async () => {
      watch.leave({ closing: false });
      await watch.join(signal);
      expect(operations()).toContain(LEAVE);
    });
  });

  it('waits for the response to a leave before it joins the next live', async () => {
    const first = session();
    await first.join(signal);
    let release = () => {};
    held = new Promise((done) => {
      release = done;
    });
    first.leave({ closing: false });
    const next = session().join(signal);
    release();
    await next;
    expect(operations()).toEqual([JOIN, LEAVE, JOIN]);
  });

  it('sends no leave after a sign-out', async () => {
    const watch = session();
    await watch.join(signal);
    stored.delete('access_token');
    watch.leave({ closing: false });
    await session().join(signal);
    expect(operations()).toEqual([JOIN, JOIN]);
  });
});
