/** What nothing may float over: what can be pressed or filled in, records, and the few words of a place that is empty. */
const KEPT_CLEAR =
  'a, button, input, select, textarea, label, summary, table, li, dl, article, [data-keep-clear]';
/** Scrolling has come to rest. */
const REST_MS = 120;

/** Whether something that is to be kept clear lies below the box. */
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
 * Calls back with whether a floating button lies over nothing that has to be seen or pressed: when the page comes to rest
 * after scrolling, and when its size changes. Returns the call that ends it.
 */
export function followCover(button: Element, listener: (isClear: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => listener(!covers(button)), REST_MS);
  };
  const sizes = new ResizeObserver(later);
  sizes.observe(document.body);
  window.addEventListener('scroll', later, { passive: true });
  window.addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    sizes.disconnect();
    window.removeEventListener('scroll', later);
    window.removeEventListener('resize', later);
  };
}
