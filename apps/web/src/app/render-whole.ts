import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** `renderToString` writes this for a boundary that it leaves to the browser. */
const LEFT_OUT = '<!--$!-->';
const RENDERS_MAX = 5;
/** Time in which code that is on this machine is loaded. */
const LOAD_MS = 10;

/**
 * Renders an element for the browser. The first render that needs a lazy component starts to load its code and leaves
 * its boundary out, which the browser reports as an error. The element is therefore rendered again until it is whole, at
 * most five times. Later requests need one render, because a process loads code once.
 */
export async function renderWhole(element: ReactNode): Promise<string> {
  let html = renderToString(element);
  for (let renders = 1; renders < RENDERS_MAX && html.includes(LEFT_OUT); renders += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOAD_MS));
    html = renderToString(element);
  }
  return html;
}
