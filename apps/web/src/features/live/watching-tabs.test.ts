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
  it('know of each other, whichever came first', async () => {
    const first = openTab();
    expect(first.isLast).toBe(true);
    const second = openTab();
    await vi.waitFor(() => expect([first.isLast, second.isLast]).toEqual([false, false]));
  });

  it('know when the others have left', async () => {
    const first = openTab();
    const second = openTab();
    await vi.waitFor(() => expect(first.isLast).toBe(false));
    second.close();
    await vi.waitFor(() => expect(first.isLast).toBe(true));
  });

  it('know when another has crashed without a word', async () => {
    const first = openTab();
    const second = openTab();
    await vi.waitFor(() => expect(first.isLast).toBe(false));
    // What a crash leaves: no message, and the browser gives its lock free.
    vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementationOnce(() => {});
    second.close();
    await vi.waitFor(() => expect(first.isLast).toBe(true));
    vi.restoreAllMocks();
  });
});
