import { afterEach, describe, expect, it, vi } from 'vitest';
import { WatchingTabs } from './watching-tabs.ts';

const open: WatchingTabs[] = [];
const openTab = () => {
  const tab = new WatchingTabs();
  open.push(tab);
  return tab;
};
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

describe('the watching tabs of one browser', () => {
  it('know each other, whichever tab opened first', async () => {
    const first = openTab();
    expect(first.isLast).toBe(true);
    const second = openTab();
    await vi.waitFor(() => expect([first.isLast, second.isLast]).toEqual([false, false]));
  });

  it('know when another tab has closed', async () => {
    const first = openTab();
    const second = openTab();
    await vi.waitFor(() => expect(first.isLast).toBe(false));
    second.close();
    await vi.waitFor(() => expect(first.isLast).toBe(true));
  });

  it('know when another tab has crashed without a message', async () => {
    const first = openTab();
    const second = openTab();
    await vi.waitFor(() => expect(first.isLast).toBe(false));
    // A crashed tab sends no message, but the browser releases its lock.
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementationOnce(() => {});
    second.close();
    await vi.waitFor(() => expect(first.isLast).toBe(true));
    vi.restoreAllMocks();
  });

  it('know a tab whose lock request is granted late', async () => {
    const first = openTab();
    const { locks } = navigator;
    const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<void>;
    let give = () => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    vi.spyOn(locks, 'request').mockImplementationOnce((async (...args: unknown[]) => {
      await given;
      await request(...args);
    }) as typeof locks.request);
    const before = (await locks.query()).held?.length ?? 0;
    const second = openTab();
    // A message through another channel of the same name arrives after all earlier messages.
    const echo = new BroadcastChannel('sangwian-watch');
    await new Promise((heard) => {
      const other = new BroadcastChannel('sangwian-watch');
      other.addEventListener('message', () => {
        other.close();
        heard(null);
      });
      echo.postMessage({ type: 'gone', tab: 'nobody' });
    });
    echo.close();
    give();
    await vi.waitFor(async () => expect((await locks.query()).held).toHaveLength(before + 1));
    await vi.waitFor(() => expect([first.isLast, second.isLast]).toEqual([false, false]));
  });
});
