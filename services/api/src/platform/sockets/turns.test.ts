import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('runs one piece of long work in each turn of the event loop, in order, with other events in between', async () => {
  const turns = new Turns();
  const events: string[] = [];
  for (const piece of ['first', 'second', 'third']) turns.take(() => events.push(piece));
  expect(events).toEqual([]);
  for (let turn = 1; turn <= 3; turn += 1) {
    await nextTurn();
    events.push('other');
  }
  expect(events).toEqual(['first', 'other', 'second', 'other', 'third', 'other']);
  turns.take(() => events.push('never'));
  turns.close();
  await nextTurn();
  expect(events).not.toContain('never');
});
