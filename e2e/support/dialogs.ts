import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** What the keyboard can come to, roughly: enough to go once round a dialog and some steps more. */
const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** Between the end of a dialog and its beginning the browser may step out to its own bar, or to the page as a whole. */
const SPARE_STEPS = 3;

const isFocusIn = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((element) => element.contains(document.activeElement));

/** Opens by the keyboard what `opener` opens: it has its name, and the focus. */
async function openByKey(
  page: Page,
  opener: Locator,
  name: string,
  key = 'Enter',
): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name, exact: true });
  await opener.press(key);
  await expect(dialog).toBeVisible();
  await expect.poll(() => isFocusIn(dialog), `${name} has the focus`).toBe(true);
  return dialog;
}

/** Escape closes it, and the focus is where it was. */
async function closeByEscape(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** What a modal dialog owes: a name, the focus and nothing else in reach, Escape, and the focus back at `opener`. */
export async function expectModal(
  page: Page,
  opener: Locator,
  name: string,
  key?: string,
): Promise<void> {
  const dialog = await openByKey(page, opener, name, key);
  const round = (await dialog.locator(REACHABLE).count()) + SPARE_STEPS;
  const keys = [...Array(round).fill('Tab'), ...Array(SPARE_STEPS).fill('Shift+Tab')];
  for (const key of keys) {
    await page.keyboard.press(key);
    const behind = await dialog.evaluate(
      (element) =>
        document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(behind, `the focus is behind ${name}`).toBe(false);
  }
  await closeByEscape(page, opener, dialog);
}

/**
 * A sheet beside a picture that goes on locks nothing, and owes the rest. So does another one that is opened from it: it
 * takes its place, and gives it back by Escape wherever the focus is in it.
 */
export async function expectSheet(
  page: Page,
  opener: Locator,
  name: string,
  next?: { readonly opener: string; readonly name: string },
): Promise<void> {
  const sheet = await openByKey(page, opener, name);
  if (next) {
    const nextOpener = sheet.getByRole('button', { name: next.opener }).first();
    const other = await openByKey(page, nextOpener, next.name);
    await expect(sheet).toBeHidden();
    const radio = other.getByRole('radio').first();
    await radio.focus();
    await expect(radio).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(other).toBeHidden();
    await expect.poll(() => isFocusIn(sheet), `${name} has the focus again`).toBe(true);
  }
  await closeByEscape(page, opener, sheet);
}
