import type { Row } from './caller-rows.ts';

const unsigned = {
  call: () => ({ body: { object: 'event', id: 'evnt_test_nobodys', key: 'charge.complete' } }),
  due: '401 webhook_signature_invalid',
} as const satisfies Row;

/** Rows of payment providers, whose signatures no test caller can create. */
export const PAYMENT_ROWS = {
  'POST /payment/webhook/omise': unsigned,
  'POST /payment/webhook/paypal': unsigned,
} satisfies Record<string, Row>;
