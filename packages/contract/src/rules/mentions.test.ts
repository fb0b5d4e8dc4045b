import { expect, test } from 'vitest';
import { mentions } from './mentions.ts';

test.each([
  ['@Somchai สู้ ๆ', 'Somchai', true],
  ['hello @SOMCHAI!', 'Somchai', true],
  ['@Somchainarong', 'Somchai', false],
  ['@Somchainarong @Somchai', 'Somchai', true],
  ['@พี่หมีเก่งมาก', 'พี่หมี', true],
  ['Somchai', 'Somchai', false],
  ['mail@ Somchai', 'Somchai', false],
  ['@', '', false],
  ['@พี่หมี มวยไทย', 'พี่หมี มวยไทย', true],
])('finds in "%s" a mention of "%s": %s', (text, name, expected) =>
  expect(mentions(text, name)).toBe(expected),
);
