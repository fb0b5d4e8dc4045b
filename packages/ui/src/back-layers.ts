import { useLayoutEffect, useRef } from 'react';

/**
 * The browser's Back closes layers over a page (a dialog, a sheet, the menu). Each open layer has its own history entry
 * at the page's URL, marked with its height. The router numbers entries by `idx` and must not see these: they share
 * the `idx` of their page, and their events are stopped here. A layer closed in another way leaves a spent entry, since
 * going back immediately could undo a following navigation. The next layer reuses it; Back and Forward skip it.
 */
interface Entry {
  /** The router's number of the page; `null` for an entry that the browser made for a link within the page. */
  readonly idx: number | null;
  /** Number of layers of the page. */
  readonly layers: number;
}

/** The open layers, the top one last. */
const open: { close: () => void }[] = [];
/** The current entry. */
let here: Entry = { idx: null, layers: 0 };
/** The router's state: it may have replaced a URL that other entries of the page still have. */
let shown: { readonly state: object; readonly url: string } = { state: {}, url: '' };
/** Back is skipping a spent entry of the previous page. */
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

/** Records a change of the router. A navigation that replaces a layer's entry removes its mark. */
function noteEntry(): void {
  const entry = read(window.history.state);
  if (skipping && entry.layers > 0) return;
  skipping = false;
  noteShown();
  if (entry.idx === here.idx && entry.layers < here.layers) mark(here.layers);
  else here = entry;
}

/** Handles another entry of the current page: closes the layers above it, or skips a spent entry. */
function onStep(layers: number): void {
  const before = here.layers;
  here = { ...here, layers };
  mark(layers);
  if (layers > before) {
    window.history.forward();
    return;
  }
  // Removed at once: a second Back can arrive before a layer has disappeared, and must not close it twice.
  const closing = open.splice(layers).reverse();
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
 * Starts tracking the browser's history, once the router has numbered the first entry. A capturing listener runs before
 * the router's.
 *
 * @param followRouter registers a listener for changes of the router
 */
export function followHistory(followRouter: (listener: () => void) => void): void {
  here = read(window.history.state);
  noteShown();
  window.addEventListener('popstate', onPop, { capture: true });
  followRouter(noteEntry);
}

/** Adds a layer that Back closes. Returns a function that removes it. */
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
 * Lets Back close a layer while `isOpen`. Call it before the effect that shows the layer: with a visible layer without
 * its entry, Back would leave the page.
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
