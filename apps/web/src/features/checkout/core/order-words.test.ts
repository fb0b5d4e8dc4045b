import { expect, test, vi } from 'vitest';
import { STATUS_WORDS } from './order-words.ts';

// Only the build compiles the macro; here a message is its source text.
vi.mock('@lingui/core/macro', () => ({ msg: ([text]: readonly string[]) => text }));

test('the labels of unpaid orders are exactly those of the specification', () => {
  expect(STATUS_WORDS).toMatchObject({
    waiting: 'Waiting',
    pending: 'Pending',
    cancelled: 'Cancelled',
    awaiting_confirmation: 'Awaiting confirmation',
  });
});
