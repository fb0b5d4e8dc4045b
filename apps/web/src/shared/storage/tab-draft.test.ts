import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTabDraft } from './tab-draft.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
const EMPTY = { phone: '', token: null as string | null };

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', {});
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a draft is restored after a reload, without its expired parts', () => {
  createTabDraft('begun', EMPTY).change({ phone: '081', token: 't' });
  expect(createTabDraft('begun', EMPTY).get()).toEqual({ phone: '081', token: 't' });
  const revived = createTabDraft('begun', EMPTY, (draft) => ({ ...draft, token: null }));
  expect(revived.get()).toEqual({ phone: '081', token: null });
});

test('forget clears the draft in memory and in the storage', () => {
  const draft = createTabDraft('begun', EMPTY);
  draft.change({ phone: '081' });
  draft.forget();
  expect(draft.get()).toEqual(EMPTY);
  expect(kept.size).toBe(0);
});

test('a draft starts empty if the storage is refused or malformed, and is then kept as long as the page', () => {
  kept.set('begun', '{"phone":');
  expect(createTabDraft('begun', EMPTY).get()).toEqual(EMPTY);
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  const draft = createTabDraft('begun', EMPTY);
  draft.change({ phone: '081' });
  expect(draft.get().phone).toBe('081');
});
