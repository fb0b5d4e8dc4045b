/** Elements that must not be covered: controls, records and the texts of empty states. */
const KEPT_CLEAR =
  'a, button, input, select, textarea, label, summary, table, li, dl, article, [data-keep-clear]';
/** The time without a scroll event after which scrolling has ended. */
const SCROLL_END_MS = 120;

/** Returns whether an element that must stay clear is below the box. */
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
 * Reports whether a floating button is clear of content, after each scroll and each change of size. Returns the
 * cleanup.
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
