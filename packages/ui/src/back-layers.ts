import { useLayoutEffect, useRef } from 'react';

/**
 * The browser's Back closes what lies over a page (a dialog, a sheet, the menu). Each open layer has a history entry of
 * its own at the page's address, marked with its height. The router counts entries by `idx` and must not see these: they
 * share the `idx` of their page, and their events are stopped here. A layer that is closed otherwise leaves a spent entry
 * behind: going back at once could undo a navigation that follows. The next layer uses it; Back and Forward skip it.
 */
interface Entry {
  /** The router's number of the page; `null` where the browser itself made the entry, for a link within the page. */
  readonly idx: number | null;
  /** How many layers the page had. */
  readonly layers: number;
}

/** The open layers, the top one last. */
const open: { close: () => void }[] = [];
/** The entry where the browser is. */
let here: Entry = { idx: null, layers: 0 };
/** What the router shows: it may have replaced an address that the other entries of the page still have. */
let shown: { readonly state: object; readonly url: string } = { state: {}, url: '' };
/** Back is on its way past a spent entry of the page before. */
let skipping = false;

function read(state: unknown): Entry {
  const { idx = null, layers = 0 } = (state ?? {}) as Partial<Entry>;
  return { idx, layers };
}

function noteShown(): void {
  shown = { state: window.history.state ?? {}, url: window.location.href };
}

function mark(layers: number): void {
  window.history.replaceState({ ...shown.state, layers }, '', shown.url);
}

/** After a change of the router. A navigation that replaces an entry of a layer loses its mark. */
function noteEntry(): void {
  const entry = read(window.history.state);
  if (skipping && entry.layers > 0) return;
  skipping = false;
  noteShown();
  if (entry.idx === here.idx && entry.layers < here.layers) mark(here.layers);
  else here = entry;
}

/** Another entry of the page that is shown: closes the layers above it, or skips a spent entry. */
function onStep(layers: number): void {
  const before = here.layers;
  here = { ...here, layers };
  mark(layers);
  if (layers > before) {
    window.history.forward();
    return;
  }
  const closing = open.slice(layers).reverse();
  for (const { close } of closing) close();
  if (closing.length === 0 && layers < before) window.history.back();
}

function onPop(event: PopStateEvent): void {
  const to = read(event.state);
  if (to.idx === here.idx) {
    event.stopImmediatePropagation();
    onStep(to.layers);
    return;
  }
  skipping = to.layers > 0 && (to.idx ?? 0) < (here.idx ?? 0);
  if (skipping) {
    event.stopImmediatePropagation();
    window.history.back();
    return;
  }
  here = to;
  noteShown();
}

/**
 * Follows the browser's history, once the router has numbered the first entry. A capturing listener is called before the
 * router's.
 *
 * @param followRouter calls back after every change of the router
 */
export function followHistory(followRouter: (listener: () => void) => void): void {
  here = read(window.history.state);
  noteShown();
  window.addEventListener('popstate', onPop, { capture: true });
  followRouter(noteEntry);
}

/** Adds a layer that Back closes. Returns the call that removes it. */
export function addLayer(close: () => void): () => void {
  const layer = { close };
  open.push(layer);
  if (here.layers < open.length) {
    here = { ...here, layers: open.length };
    window.history.pushState({ ...window.history.state, layers: open.length }, '');
  }
  return () => {
    const at = open.indexOf(layer);
    if (at >= 0) open.splice(at, 1);
  };
}

/**
 * Lets Back close what lies over the page, as long as `isOpen`. Call it before the effect that shows the layer: a layer
 * in sight without its entry would lose the page to Back.
 */
export function useBackCloses(onClose: () => void, isOpen = true): void {
  const latest = useRef(onClose);
  useLayoutEffect(() => {
    latest.current = onClose;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    return addLayer(() => latest.current());
  }, [isOpen]);
}
