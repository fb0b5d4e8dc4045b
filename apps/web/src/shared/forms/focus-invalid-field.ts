const INVALID = '[aria-invalid="true"]';
/** Equal to the time-out of API calls. No refusal can arrive later. */
const REFUSAL_MS_MAX = 30_000;
const INPUT_EVENTS = ['input', 'pointerdown', 'keydown', 'submit'] as const;

/** Returns whether the whole element is visible between the fixed bars. */
function isFullyVisible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const above = Number.parseFloat(scrollPaddingTop) || 0;
  const below = Number.parseFloat(scrollPaddingBottom) || 0;
  return top >= above && bottom <= window.innerHeight - below;
}

/** Scrolls an invalid field with its label to the middle of the screen and focuses it. */
function reveal(invalid: HTMLElement): void {
  const field = invalid.closest('fieldset') ?? invalid.closest('label, div') ?? invalid;
  if (!isFullyVisible(field)) field.scrollIntoView({ block: 'center' });
  invalid.focus({ preventScroll: true });
}

/**
 * Scrolls to the first invalid field of a submitted form, which on a phone can be far above the button. Waits for a
 * validation error or a refusal of the API, until the fan's next input.
 */
function focusFirstInvalid(form: HTMLFormElement): void {
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of INPUT_EVENTS) document.removeEventListener(event, stop, true);
  };
  const check = (): void => {
    const invalid = form.querySelector<HTMLElement>(INVALID);
    if (invalid === null) return;
    stop();
    reveal(invalid);
  };
  const observer = new MutationObserver(check);
  observer.observe(form, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] });
  const timer = setTimeout(stop, REFUSAL_MS_MAX);
  for (const event of INPUT_EVENTS) document.addEventListener(event, stop, true);
  // Checks once without a mutation, because the attributes of a field that was already invalid do not change.
  requestAnimationFrame(check);
}

/** Makes every form of the site focus its first invalid field after a submit. */
export function focusInvalidFields(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement) focusFirstInvalid(target);
  });
}
