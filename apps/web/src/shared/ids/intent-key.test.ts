import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetIntent, forgetIntents, intentKey } from './intent-key.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function createStorage() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', createStorage());
});
afterEach(() => {
  forgetIntents('');
  vi.unstubAllGlobals();
});

test('the same intent has the same key, even after a reload', async () => {
  const key = intentKey('order:6:50000');
  expect(key).toMatch(UUID);
  expect(intentKey('order:6:50000')).toBe(key);
  vi.resetModules();
  const reloaded = await import('./intent-key.ts');
  expect(reloaded.intentKey('order:6:50000')).toBe(key);
});

test('another intent has another key, and a forgotten intent gets a new key', () => {
  const key = intentKey('order:6:50000');
  expect(intentKey('order:7:100000')).not.toBe(key);
  forgetIntent('order:6:50000');
  expect(intentKey('order:6:50000')).not.toBe(key);
});

test('forgetIntents forgets all intents with a prefix', () => {
  const order = intentKey('order:6:50000');
  const pay = intentKey('pay:a:card');
  forgetIntents('order:');
  expect(intentKey('order:6:50000')).not.toBe(order);
  expect(intentKey('pay:a:card')).toBe(pay);
});

test('without storage a key is kept as long as the page', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const key = intentKey('order:6:50000');
  expect(intentKey('order:6:50000')).toBe(key);
  forgetIntents('order:');
  expect(intentKey('order:6:50000')).not.toBe(key);
});
