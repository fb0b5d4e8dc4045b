import { expect, test, vi } from 'vitest';
import { STATUS_WORDS } from './order-words.ts';

// Only the build compiles the macro; here a message is its source text.
vi.mock('@lingui/core/macro', () => ({ msg: ([text]: readonly string[]) => text }));

test('a payment is waiting, pending, cancelled or awaits its confirmation, to the letter', () => {
  expect(STATUS_WORDS).toMatchObject({
    waiting: 'Waiting',
    pending: 'Pending',
    cancelled: 'Cancelled',
    awaiting_confirmation: 'Awaiting confirmation',
  });
});
