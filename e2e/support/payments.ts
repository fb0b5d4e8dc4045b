import { randomUUID } from 'node:crypto';
import { callApi } from './fan.ts';
import { expect } from './journey.ts';
import type { NewMember } from './new-member.ts';
import { operateOn } from './operator.ts';
import type { RunFile } from './start-stack.ts';

/** What the sandbox's payment providers know of a payment, as far as a journey looks at it. */
interface SandboxPayment {
  readonly payment_id: string;
}

type Deed = 'pay' | 'fail' | 'expire';

/** The newest payment of an order at the sandbox's providers; waits until the site has asked for one. */
async function paymentOf(run: RunFile, orderId: string): Promise<SandboxPayment> {
  let found: SandboxPayment | undefined;
  await expect(async () => {
    const response = await fetch(`${run.sandbox}/payments/api/payments?query=${orderId}`);
    [found] = (await response.json()) as SandboxPayment[];
    expect(found, 'a payment of this order').toBeDefined();
  }).toPass();
  return found as SandboxPayment;
}

/** The payer pays in their banking app, or the payment fails or ends; the site hears of it by a webhook. */
export async function atProvider(run: RunFile, orderId: string, deed: Deed): Promise<void> {
  const { payment_id } = await paymentOf(run, orderId);
  const response = await fetch(`${run.sandbox}/payments/api/payments/${payment_id}/${deed}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status, await response.text()).toBe(200);
}

/** The slip that a banking app would show of a transfer for an order. */
export async function slipOf(
  run: RunFile,
  transfer: { readonly number: string; readonly satang: number },
): Promise<Buffer> {
  const query = new URLSearchParams({ order: transfer.number, satang: String(transfer.satang) });
  const response = await fetch(`${run.sandbox}/slip.png?${query}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** An operator has looked at the bank's account and says that the money is there. */
export const confirmTransfer = (order: string): Promise<unknown> =>
  operateOn('order', 'confirm', order, '--reason', 'seen at the bank', '--by', 'somsri');

/** An order of the member, as the API has it. */
export const orderOf = async (run: RunFile, member: NewMember, orderId: string) =>
  (
    await callApi(run, member.accessToken, 'GET /order/{order_id}', {
      params: { order_id: orderId },
    })
  ).data;

/** The order's id in an address of the flow. */
export const orderIn = (address: string): string =>
  new URL(address).searchParams.get('order') ?? '';

/** The member orders the package of 300 coins and 5 more, and begins to pay it by PromptPay; the order's id. */
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

/** A purchase whose coins are there. */
export async function purchase(run: RunFile, member: NewMember): Promise<string> {
  const orderId = await beginPurchase(member);
  await atProvider(run, orderId, 'pay');
  await expect.poll(async () => (await orderOf(run, member, orderId)).status).toBe('paid');
  return orderId;
}
