import { expect, test } from 'vitest';
import { isEditing, keyNameOf, worksInFields } from './key-rules.ts';

const pressed = (key: string, code: string, held: object = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test.each([
  ['s', 'KeyS', 'S'],
  ['S', 'KeyS', 'S'],
  // The Thai Kedmanee layout.
  ['ห', 'KeyS', 'S'],
  ['ๅ', 'Digit1', '1'],
  ['ฝ', 'Slash', '/'],
  ['?', 'Slash', '?'],
  ['Enter', 'Enter', 'Enter'],
])('%s on %s is the key %s', (key, code, name) => {
  expect(keyNameOf(pressed(key, code))).toBe(name);
});

test('names a key of a Latin layout by its letter, not by its position', () => {
  expect(keyNameOf(pressed('a', 'KeyQ'))).toBe('A');
});

test('treats Control and the Mac’s Command alike, and ignores combinations with Alt', () => {
  expect(keyNameOf(pressed('k', 'KeyK', { ctrlKey: true }))).toBe('Ctrl+K');
  expect(keyNameOf(pressed('Enter', 'Enter', { metaKey: true }))).toBe('Ctrl+Enter');
  expect(keyNameOf(pressed('s', 'KeyS', { altKey: true }))).toBeNull();
});

test('disables single letters in a text field, but not combinations', () => {
  expect(isEditing({ tagName: 'INPUT', type: 'text' })).toBe(true);
  expect(isEditing({ tagName: 'TEXTAREA' })).toBe(true);
  expect(isEditing({ tagName: 'INPUT', type: 'checkbox' })).toBe(false);
  expect(isEditing({ tagName: 'BUTTON' })).toBe(false);
  expect([worksInFields('S'), worksInFields('Ctrl+Enter')]).toEqual([false, true]);
});
