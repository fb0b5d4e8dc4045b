import type { Order } from '@sangwian/contract/endpoints/orders';
import { createLogger } from '@sangwian/node-kit/logger';
import { expect, test } from 'vitest';
import type { SlipVerifier, TransferToVerify } from './slip-verifier.ts';
import { verifySlip } from './verify-slip.ts';

const ORDER = { order_id: 'the order', status: 'awaiting_confirmation', satang: 4_900 } as Order;
const QR = { bankCode: '014', reference: '2026112119' };

/** Verifies a slip with a stub service. Returns the calls of the service and the confirmed decisions. */
async function verify(
  isReceived: () => Promise<boolean>,
  { order = ORDER, qr = QR }: { order?: Order; qr?: typeof QR | null } = {},
) {
  const asked: TransferToVerify[] = [];
  const confirmed: unknown[] = [];
  const verifier: SlipVerifier = {
    name: 'slip-service',
    isReceived: (transfer) => {
      asked.push(transfer);
      return isReceived();
    },
  };
  await verifySlip(
    {
      orders: { confirm: async (decision) => void confirmed.push(decision) },
      accounts: [],
      logger: createLogger('test', 'silent'),
    },
    verifier,
    { order, slip: { qr, picture: Buffer.alloc(0), fileHash: Buffer.alloc(32) } },
  );
  return { asked, confirmed };
}

test('confirms the order of a verified transfer with the service as the actor', async () => {
  const { asked, confirmed } = await verify(async () => true);
  expect(asked).toEqual([{ ...QR, satang: 4_900, accounts: [] }]);
  expect(confirmed).toMatchObject([
    { order: 'the order', slip: Buffer.alloc(32), actor: 'slip-service' },
  ]);
});

test('leaves the slip to an operator after any other response or a failure of the service', async () => {
  for (const answer of [async () => false, () => Promise.reject(new Error('away'))]) {
    expect((await verify(answer)).confirmed).toEqual([]);
  }
});

test('does not call the service for a slip without a code or an order that does not wait', async () => {
  const paid: Order = { ...ORDER, status: 'paid' };
  for (const slip of [{ qr: null }, { order: paid }]) {
    expect((await verify(async () => true, slip)).asked).toEqual([]);
  }
});
