import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The part of a browser's history that layers use; traversals are synchronous. */
function createHistory() {
  const listeners = new Set<(event: unknown) => void>();
  const entries: { url: string; state: unknown }[] = [{ url: '/before', state: { idx: 4 } }];
  let at = 0;
  const routed: string[] = [];
  const go = (steps: number): void => {
    const entry = entries[at + steps];
    if (entry === undefined) return;
    at += steps;
    let isStopped = false;
    const event = { state: entry.state, stopImmediatePropagation: () => (isStopped = true) };
    for (const listener of listeners) listener(event);
    if (!isStopped) routed.push(entry.url);
  };
  const push = (state: unknown, url = entries[at]?.url ?? '') => {
    entries.splice(at + 1);
    entries.push({ url, state });
    at += 1;
  };
  const replace = (state: unknown, url = entries[at]?.url ?? '') => {
    entries[at] = { url, state };
  };
  const url = () => entries[at]?.url ?? '';
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState: (state: unknown) => push(state),
    replaceState: (state: unknown, _title: string, to?: string) => replace(state, to),
    back: () => go(-1),
    forward: () => go(1),
  };
  vi.stubGlobal('window', {
    history,
    location: {
      get href() {
        return url();
      },
    },
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.add(listener),
  });
  return { push, replace, back: () => go(-1), go, routed, url, entries, listeners, history };
}

let browser: ReturnType<typeof createHistory>;
let layers: typeof import('./back-layers.ts');
let routerMoved: () => void;

const idxOf = (state: unknown): number => (state as { idx: number }).idx;

/** The router navigates to another page. */
function navigate(url: string): void {
  browser.push({ idx: idxOf(browser.history.state) + 1 }, url);
  routerMoved();
}

/** The router replaces its page. */
function redirect(url: string): void {
  browser.replace({ idx: idxOf(browser.history.state) }, url);
  routerMoved();
}

/** Loads a document at the current entry. */
async function startPage(): Promise<void> {
  vi.resetModules();
  browser.listeners.clear();
  layers = await import('./back-layers.ts');
  layers.followHistory((listener) => {
    routerMoved = listener;
  });
}

/** Opens a layer that counts how often Back has closed it. */
function openLayer() {
  const layer = { closed: 0, remove: () => {} };
  layer.remove = layers.addLayer(() => {
    layer.closed += 1;
    layer.remove();
  });
  return layer;
}

beforeEach(async () => {
  browser = createHistory();
  await startPage();
  navigate('/live');
});
afterEach(() => vi.unstubAllGlobals());

test('Back closes an open layer and stays on the page without the router', () => {
  const sheet = openLayer();
  browser.back();
  expect(sheet.closed).toBe(1);
  expect(browser.url()).toBe('/live');
  expect(browser.routed).toEqual([]);
  browser.back();
  expect(browser.routed).toEqual(['/before']);
});

test('Back closes the upper of two layers first', () => {
  const [lower, upper] = [openLayer(), openLayer()];
  browser.back();
  expect([lower.closed, upper.closed]).toEqual([0, 1]);
  browser.back();
  expect([lower.closed, upper.closed]).toEqual([1, 1]);
  expect(browser.url()).toBe('/live');
});

test('a second Back before the upper layer has disappeared closes the lower one only', () => {
  const lower = openLayer();
  let closed = 0;
  const remove = layers.addLayer(() => {
    closed += 1;
  });
  browser.back();
  browser.back();
  remove();
  expect([lower.closed, closed]).toEqual([1, 1]);
  expect(browser.url()).toBe('/live');
  expect(browser.routed).toEqual([]);
});

test('Forward after Back opens no layer again and stays on the page', () => {
  const sheet = openLayer();
  browser.back();
  browser.go(1);
  expect(sheet.closed).toBe(1);
  expect(browser.url()).toBe('/live');
  const again = openLayer();
  browser.back();
  expect(again.closed).toBe(1);
  browser.back();
  expect(browser.routed.at(-1)).toBe('/before');
});

test('after a layer was closed by its button, one Back leaves the page', () => {
  openLayer().remove();
  browser.back();
  expect(browser.routed).toEqual(['/before']);
});

test('a reopened layer uses the entry that the previous one left', () => {
  openLayer().remove();
  const entries = browser.entries.length;
  const again = openLayer();
  expect(browser.entries).toHaveLength(entries);
  browser.back();
  expect(again.closed).toBe(1);
  expect(browser.url()).toBe('/live');
});

test('going back from a page that a layer opened skips the layer’s entry', () => {
  const sheet = openLayer();
  navigate('/wallet');
  sheet.remove();
  browser.back();
  expect(browser.url()).toBe('/live');
  expect(browser.routed).toEqual(['/live']);
  browser.back();
  expect(browser.routed).toEqual(['/live', '/before']);
});

test('a URL replaced under an open layer stays when Back closes the layer', () => {
  const sheet = openLayer();
  redirect('/live?order=1');
  browser.back();
  expect(sheet.closed).toBe(1);
  expect(browser.url()).toBe('/live?order=1');
  browser.back();
  expect(browser.routed).toEqual(['/before']);
});

test('Forward returns to a page that replaced another one above a spent entry', () => {
  openLayer().remove();
  redirect('/sign-in');
  browser.back();
  expect(browser.routed).toEqual(['/before']);
  browser.go(1);
  expect(browser.routed).toEqual(['/before', '/sign-in']);
});

test('Forward skips a spent entry', () => {
  const sheet = openLayer();
  navigate('/wallet');
  sheet.remove();
  browser.back();
  browser.go(1);
  expect(browser.routed).toEqual(['/live', '/wallet']);
});

test('a router that reverts Back by one step returns to the blocking page', () => {
  const menu = openLayer();
  navigate('/wallet');
  menu.remove();
  browser.back();
  // A blocked navigation is reverted by the steps that the router knows of.
  browser.go(1);
  expect(browser.url()).toBe('/wallet');
  browser.go(-1);
  expect(browser.routed).toEqual(['/live', '/wallet', '/live']);
});

test('a reload leaves no entry that needs an extra Back', async () => {
  openLayer();
  await startPage();
  browser.back();
  expect(browser.routed).toEqual(['/before']);
});

test('an entry of the browser for a link within the page is left to the router', () => {
  browser.push(null, '/live#main');
  // A browser fires popstate for it.
  browser.go(0);
  browser.back();
  expect(browser.routed).toEqual(['/live#main', '/live']);
});
