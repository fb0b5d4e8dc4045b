import { expect, test, vi } from 'vitest';
import { STATUS_WORDS } from './order-words.ts';

// The macro is turned into code by the build alone; here a message is what it says in the source.
vi.mock('@lingui/core/macro', () => ({ msg: ([text]: readonly string[]) => text }));

test('a payment is waiting, pending, cancelled or awaits its confirmation, to the letter', () => {
  expect(STATUS_WORDS).toMatchObject({
    waiting: 'Waiting',
    pending: 'Pending',
    cancelled: 'Cancelled',
    awaiting_confirmation: 'Awaiting confirmation',
  });
});
