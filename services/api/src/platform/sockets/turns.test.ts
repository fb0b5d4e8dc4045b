import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('pieces of long work are done in order, one a turn, and others are heard in between', async () => {
  const turns = new Turns();
  const heard: string[] = [];
  for (const piece of ['first', 'second', 'third']) turns.take(() => heard.push(piece));
  expect(heard).toEqual([]);
  for (let turn = 1; turn <= 3; turn += 1) {
    await nextTurn();
    heard.push('another');
  }
  expect(heard).toEqual(['first', 'another', 'second', 'another', 'third', 'another']);
  turns.take(() => heard.push('never'));
  turns.close();
  await nextTurn();
  expect(heard).not.toContain('never');
});
