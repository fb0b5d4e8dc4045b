/** Selector of elements that a floating button must not cover: controls, list items and the texts of empty states. */
const KEPT_CLEAR =
  'a, button, input, select, textarea, label, summary, table, li, dl, article, [data-keep-clear]';
/** Scrolling counts as ended if no scroll event fires for this long. */
const SCROLL_END_MS = 120;

/** Returns whether an element covers content that must stay visible. */
function covers(own: Element): boolean {
  const { left, right, top, bottom } = own.getBoundingClientRect();
  const columns = [left + 1, (left + right) / 2, right - 1];
  const rows = [top + 1, (top + bottom) / 2, bottom - 1];
  return columns.some((x) =>
    rows.some((y) =>
      document.elementsFromPoint(x, y).some((below) => {
        const kept = below.closest(KEPT_CLEAR);
        return kept !== null && !own.contains(kept);
      }),
    ),
  );
}

/**
 * Reports whether a floating button covers no content, after each scroll and each change of size. Returns the cleanup.
 */
export function watchOverlap(button: Element, listener: (isClear: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => listener(!covers(button)), SCROLL_END_MS);
  };
  const sizes = new ResizeObserver(schedule);
  sizes.observe(document.body);
  window.addEventListener('scroll', schedule, { passive: true });
  window.addEventListener('resize', schedule);
  return () => {
    clearTimeout(timer);
    sizes.disconnect();
    window.removeEventListener('scroll', schedule);
    window.removeEventListener('resize', schedule);
  };
}
