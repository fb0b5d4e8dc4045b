import { beforeEach, expect, it, vi } from 'vitest';
import { readMuted, storeMuted } from './muted-members.ts';

const HOURS_MS = 60 * 60_000;
let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it('mutes a member for twelve hours', () => {
  storeMuted('one', true, 0);
  expect(readMuted(12 * HOURS_MS - 1)).toEqual(['one']);
  expect(readMuted(12 * HOURS_MS)).toEqual([]);
});

it('ends one mute and keeps the others', () => {
  storeMuted('one', true, 0);
  storeMuted('two', true, 0);
  storeMuted('one', false, 1);
  expect(readMuted(1)).toEqual(['two']);
});

it('forgets the oldest of more than 200 mutes', () => {
  for (let index = 0; index <= 200; index += 1) storeMuted(`m${index}`, true, index);
  const muted = readMuted(201);
  expect(muted).toHaveLength(200);
  expect(muted).not.toContain('m0');
});

it('ignores a malformed value in the storage', () => {
  for (const text of ['{', '{}', '[1, ["a"], [2, 3]]', 'null']) {
    stored.set('chat-muted', text);
    expect(readMuted(0)).toEqual([]);
  }
});

it('works without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  storeMuted('one', true, 0);
  expect(readMuted(0)).toEqual([]);
});
