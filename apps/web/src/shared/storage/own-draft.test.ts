import { afterEach, expect, test, vi } from 'vitest';
import { ownDraft } from './own-draft.ts';

afterEach(() => vi.unstubAllGlobals());

/** Stubs session storage and local storage. */
function createTab() {
  const storage = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    };
  };
  const browser = storage();
  vi.stubGlobal('localStorage', browser);
  vi.stubGlobal('sessionStorage', storage());
  return browser;
}

test('a draft is restored under its name for its author, not for the next member who uses the tab', () => {
  const browser = createTab();
  browser.setItem('member_id', 'kai');
  const drafts = ownDraft('tonight');
  browser.removeItem('member_id');
  drafts.keep('a secret');
  browser.setItem('member_id', 'nara');
  expect(ownDraft('tonight').read()).toBe('');
  browser.setItem('member_id', 'kai');
  expect(ownDraft('tomorrow').read()).toBe('');
  expect(ownDraft('tonight').read()).toBe('a secret');
  ownDraft('tonight').keep('');
  expect(ownDraft('tonight').read()).toBe('');
});

test('a browser that refuses storage restores no drafts', () => {
  createTab();
  vi.stubGlobal('sessionStorage', undefined);
  const drafts = ownDraft('tonight');
  drafts.keep('text');
  expect(drafts.read()).toBe('');
});
