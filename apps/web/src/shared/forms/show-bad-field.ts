const BAD = '[aria-invalid="true"]';
/** A server's refusal comes with the answer of the call, which is given up after this long. */
const REFUSAL_MS_MAX = 30_000;
const GOES_ON = ['input', 'pointerdown', 'keydown', 'submit'] as const;

/** Whether all of it is between the bars that stay on the screen: the room that scrolling keeps clear. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const above = Number.parseFloat(scrollPaddingTop) || 0;
  const below = Number.parseFloat(scrollPaddingBottom) || 0;
  return top >= above && bottom <= window.innerHeight - below;
}

/** Brings the first bad field to the middle of the screen, with its label, and focuses it. */
function show(bad: HTMLElement): void {
  const field = bad.closest('fieldset') ?? bad.closest('label, div') ?? bad;
  if (!isInSight(field)) field.scrollIntoView({ block: 'center' });
  bad.focus({ preventScroll: true });
}

/**
 * Shows the first bad field of a form that was sent, by the form's own rules or by the server's: on a phone it may be far
 * above the button. Waits until there is one, or until the fan continues.
 */
function showBadField(form: HTMLFormElement): void {
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of GOES_ON) document.removeEventListener(event, stop, true);
  };
  const look = (): void => {
    const bad = form.querySelector<HTMLElement>(BAD);
    if (bad === null) return;
    stop();
    show(bad);
  };
  const observer = new MutationObserver(look);
  observer.observe(form, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] });
  const timer = setTimeout(stop, REFUSAL_MS_MAX);
  for (const event of GOES_ON) document.addEventListener(event, stop, true);
  // A field that was bad before does not change.
  requestAnimationFrame(look);
}

/** Has every form of the site show its first bad field. */
export function followForms(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) showBadField(target);
  });
}
