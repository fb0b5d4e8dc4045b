import type { Page } from 'playwright-core';

export interface LayoutShift {
  readonly atMs: number;
  readonly value: number;
  /** CSS selector of the first moved element. */
  readonly source: string;
}

/**
 * By the definition of CLS, a session of shifts ends after a pause of the first length, or after the second length in
 * total.
 */
const SESSION_PAUSE_MS = 1_000;
const SESSION_MS_MAX = 5_000;

/** Records the layout shifts of the page from its first paint on. Excludes shifts within 500 ms of an input. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    interface ShiftEntry extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    const shifts: LayoutShift[] = [];
    const nameOf = (node: Node | null | undefined): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? [element.localName, ...element.classList].join('.') : '';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        const source = nameOf(entry.sources[0]?.node);
        shifts.push({ atMs: entry.startTime, value: entry.value, source });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { layoutShifts: shifts });
  });

export const readLayoutShifts = (page: Page): Promise<readonly LayoutShift[]> =>
  // The init script above sets the property.
  page.evaluate(() => (window as unknown as { layoutShifts: readonly LayoutShift[] }).layoutShifts);

/** Returns the session with the largest sum, the page's CLS; empty without shifts. */
export function worstSession(shifts: readonly LayoutShift[]): readonly LayoutShift[] {
  const sessions: LayoutShift[][] = [];
  for (const shift of shifts) {
    const session = sessions.at(-1);
    const [first, last] = [session?.at(0), session?.at(-1)];
    const belongs =
      first !== undefined &&
      last !== undefined &&
      shift.atMs - last.atMs < SESSION_PAUSE_MS &&
      shift.atMs - first.atMs < SESSION_MS_MAX;
    if (belongs) session?.push(shift);
    else sessions.push([shift]);
  }
  return sessions.reduce<readonly LayoutShift[]>(
    (worst, session) => (sumOf(session) > sumOf(worst) ? session : worst),
    [],
  );
}

export const sumOf = (shifts: readonly LayoutShift[]): number =>
  shifts.reduce((sum, { value }) => sum + value, 0);
