import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Approximately the focusable elements. Their count gives enough Tab presses to go around a dialog once. */
const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** Between the end and the start of a dialog, the focus may pass the browser's toolbar or the document. */
const SPARE_STEPS = 3;

const isFocusIn = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((element) => element.contains(document.activeElement));

/** Opens a dialog with the keyboard. Expects the dialog to have a name and the focus. */
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

/** Closes a dialog with Escape and expects the focus on the element that opened it. */
async function closeByEscape(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Expects a modal dialog to have a name, trap the focus, close with Escape and return the focus to `opener`. */
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
 * Expects a sheet beside the playing video to behave like a modal dialog that does not trap the focus. A second sheet
 * that is opened from it replaces it. Escape restores the first sheet wherever the focus is.
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
