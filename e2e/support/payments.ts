import { randomUUID } from 'node:crypto';
import { callApi } from './fan.ts';
import { expect } from './journey.ts';
import type { NewMember } from './new-member.ts';
import { operateOn } from './operator.ts';
import type { RunFile } from './start-stack.ts';

/** The fields of a sandbox payment that journeys use. */
interface SandboxPayment {
  readonly payment_id: string;
}

type Outcome = 'pay' | 'fail' | 'expire';

/** Returns the newest payment of an order in the sandbox once the site has created one. */
async function paymentOf(run: RunFile, orderId: string): Promise<SandboxPayment> {
  let found: SandboxPayment | undefined;
  await expect(async () => {
    const response = await fetch(`${run.sandbox}/payments/api/payments?query=${orderId}`);
    [found] = (await response.json()) as SandboxPayment[];
    expect(found, 'a payment of this order').toBeDefined();
  }).toPass();
  return found as SandboxPayment;
}

/** Pays, fails or expires the payment of an order in the sandbox, which then sends the site a webhook. */
export async function atProvider(run: RunFile, orderId: string, outcome: Outcome): Promise<void> {
  const { payment_id } = await paymentOf(run, orderId);
  const response = await fetch(`${run.sandbox}/payments/api/payments/${payment_id}/${outcome}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status, await response.text()).toBe(200);
}

interface Transfer {
  /** Number of the order. */
  readonly number: string;
  readonly satang: number;
  /** The bank's reference; by default a new one. */
  readonly reference?: string;
}

/** Draws a banking app's slip for the transfer of an order. */
export async function slipOf(
  run: RunFile,
  { number, satang, reference }: Transfer,
): Promise<Buffer> {
  const query = new URLSearchParams({
    ...{ order: number, satang: String(satang) },
    ...(reference === undefined ? {} : { reference }),
  });
  const response = await fetch(`${run.sandbox}/slip.png?${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Confirms a transfer as an operator who has seen it in the bank account. */
export const confirmTransfer = (order: string): Promise<unknown> =>
  operateOn('order', 'confirm', order, '--reason', 'seen at the bank');

/** Fetches an order of the member. */
export const orderOf = async (run: RunFile, member: NewMember, orderId: string) =>
  (
    await callApi(run, member.accessToken, 'GET /order/{order_id}', {
      params: { order_id: orderId },
    })
  ).data;

/** Returns the order's id from a URL of the checkout. */
export const orderIn = (address: string): string =>
  new URL(address).searchParams.get('order') ?? '';

/** Orders the package of 300 coins and 5 bonus coins, starts a PromptPay payment, and returns the order's id. */
export async function beginPurchase(member: NewMember): Promise<string> {
  const expected_satang = 30_000;
  const { data } = await member.call('POST /order', {
    body: { package_id: 5, expected_satang },
    idempotencyKey: randomUUID(),
  });
  const { order_id } = data;
  await member.call('POST /order/{order_id}/pay', {
    params: { order_id },
    body: { method: 'promptpay', return_path: '/wallet', expected_satang },
    idempotencyKey: randomUUID(),
  });
  return order_id;
}

/** Completes a purchase and returns the order's id. */
export async function purchase(run: RunFile, member: NewMember): Promise<string> {
  const orderId = await beginPurchase(member);
  await atProvider(run, orderId, 'pay');
  await expect.poll(async () => (await orderOf(run, member, orderId)).status).toBe('paid');
  return orderId;
}
