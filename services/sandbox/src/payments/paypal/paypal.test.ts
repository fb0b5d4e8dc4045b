import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  control,
  PAYPAL,
  type Received,
  SITE,
  startPayments,
  type TestPayments,
} from '../testing/start-payments.ts';

let payments: TestPayments;
let token: string;
beforeEach(async () => {
  payments = await startPayments();
  token = (await requestToken(PAYPAL.secret)).body.access_token;
});
afterEach(() => payments.stop());

const at = (path: string): string => `${payments.url}/sandbox/paypal${path}`;
async function requestToken(secret: string) {
  const response = await fetch(at('/v1/oauth2/token'), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${PAYPAL.clientId}:${secret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON.
  return { status: response.status, body: (await response.json()) as any };
}
async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(at(path), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read untyped JSON.
  return { status: response.status, body: (await response.json()) as any };
}
const act = (id: string, action: string, input: object = {}) =>
  control(payments, 'POST', `/payments/${id}/${action}`, input);

const RETURN = `${SITE}/wallet/payment-confirm`;
const orderOf = (amount: unknown = { currency_code: 'THB', value: '100.50' }) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount, custom_id: 'attempt-1', description: '100 coins' }],
  payment_source: {
    paypal: {
      experience_context: { return_url: `${RETURN}?order=1`, cancel_url: `${RETURN}?cancelled=1` },
    },
  },
});
const create = async (): Promise<string> =>
  (await call('POST', '/v2/checkout/orders', orderOf())).body.id;
const press = (id: string, action: string) =>
  payments.server.inject({
    method: 'POST',
    url: `/sandbox/paypal/checkoutnow?token=${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ action }).toString(),
  });
const capture = (id: string, headers: Record<string, string> = {}) =>
  call('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);
const buy = async (): Promise<{ id: string; captureId: string }> => {
  const id = await create();
  await press(id, 'approve');
  const { body } = await capture(id);
  return { id, captureId: body.purchase_units[0].payments.captures[0].id };
};
const untilReceived = async (types: readonly string[]): Promise<void> =>
  expect.poll(() => payments.site.received.map(({ body }) => body.event_type)).toEqual(types);
const verify = async ({ headers, body }: Received, more: object = {}): Promise<string> => {
  const { body: verification } = await call('POST', '/v1/notifications/verify-webhook-signature', {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: PAYPAL.webhookId,
    webhook_event: body,
    ...more,
  });
  return verification.verification_status;
};

describe('PayPal: tokens', () => {
  it('are issued to the client, required by every call, and survive a kill', async () => {
    expect((await requestToken('other')).status).toBe(401);
    expect(
      (await call('GET', '/v2/checkout/orders/x', undefined, { authorization: 'Bearer x' })).status,
    ).toBe(401);
    await payments.restart();
    expect((await call('GET', '/v2/checkout/orders/x')).body.name).toBe('RESOURCE_NOT_FOUND');
  });
});

describe('PayPal: an order', () => {
  it('is approved by its payer, who returns with it, and captured by the site', async () => {
    const { status, body } = await call('POST', '/v2/checkout/orders', orderOf());
    expect([status, body.status]).toEqual([201, 'PAYER_ACTION_REQUIRED']);
    expect(body.links).toContainEqual({
      rel: 'payer-action',
      method: 'GET',
      href: `${SITE}/sandbox/paypal/checkoutnow?token=${body.id}`,
    });
    expect((await capture(body.id)).body.details[0].issue).toBe('ORDER_NOT_APPROVED');
    const page = await payments.server.inject(`/sandbox/paypal/checkoutnow?token=${body.id}`);
    expect(page.body).toContain('฿100.50');
    const { headers } = await press(body.id, 'approve');
    const back = new URL(String(headers.location));
    expect(back.href).toContain(`${RETURN}?order=1&token=${body.id}&PayerID=`);
    const captured = await capture(body.id);
    expect(captured.status).toBe(201);
    expect(captured.body).toMatchObject({
      status: 'COMPLETED',
      purchase_units: [
        {
          custom_id: 'attempt-1',
          payments: {
            captures: [{ status: 'COMPLETED', amount: { currency_code: 'THB', value: '100.50' } }],
          },
        },
      ],
    });
    expect((await call('GET', `/v2/checkout/orders/${body.id}`)).body).toEqual(captured.body);
    expect((await capture(body.id)).body.details[0].issue).toBe('ORDER_ALREADY_CAPTURED');
    await untilReceived(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
    expect(payments.site.received[1]).toMatchObject({
      path: '/paypal',
      body: {
        resource_type: 'capture',
        resource: {
          custom_id: 'attempt-1',
          supplementary_data: { related_ids: { order_id: body.id } },
        },
      },
    });
  });

  it('has an approve link for the older request format', async () => {
    const { payment_source: _, ...older } = orderOf();
    const { body } = await call(
      'POST',
      '/v2/checkout/orders',
      { ...older, application_context: { return_url: RETURN } },
      { prefer: 'return=representation' },
    );
    expect(body).toMatchObject({ status: 'CREATED', intent: 'CAPTURE' });
    expect(body.links.map(({ rel }: { rel: string }) => rel)).toContain('approve');
  });

  it('can be approved after its payer has cancelled', async () => {
    const id = await create();
    const { headers } = await press(id, 'cancel');
    expect(headers.location).toBe(`${RETURN}?cancelled=1&token=${id}`);
    expect((await press(id, 'approve')).statusCode).toBe(303);
    expect((await press(id, 'approve')).body).toContain('This order is closed');
  });

  it('is not captured with declined funding, until the payer chooses another', async () => {
    const id = await create();
    await press(id, 'decline');
    const { status, body } = await capture(id);
    expect([status, body.details[0].issue]).toEqual([422, 'INSTRUMENT_DECLINED']);
    expect(body.links[0].rel).toBe('redirect');
    await act(id, 'expire');
    expect((await capture(id)).body.details[0].issue).toBe('ORDER_EXPIRED');
  });

  it('is held for a review, then completed or declined', async () => {
    const held = async (): Promise<string> => {
      const id = await create();
      await press(id, 'hold');
      const { body } = await capture(id);
      expect(body.purchase_units[0].payments.captures[0].status).toBe('PENDING');
      return id;
    };
    await act(await held(), 'pay');
    const bad = await held();
    expect((await act(bad, 'fail')).body.status).toBe('DECLINED');
    await expect
      .poll(() => payments.site.received.map(({ body }) => body.event_type))
      .toContain('PAYMENT.CAPTURE.DENIED');
    const types = payments.site.received.map(({ body }) => body.event_type);
    expect(types).toContain('PAYMENT.CAPTURE.PENDING');
    expect(types).toContain('PAYMENT.CAPTURE.COMPLETED');
  });

  it.each([
    [{ currency_code: 'THB', value: 100.5 }, 400, 'INVALID_PARAMETER_VALUE'],
    [{ currency_code: 'THB', value: '1,000' }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ currency_code: 'THB', value: '-1.00' }, 400, 'INVALID_PARAMETER_SYNTAX'],
    [{ currency_code: 'THB', value: '1.005' }, 422, 'DECIMAL_PRECISION'],
    [{ currency_code: 'THB', value: '0.00' }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ currency_code: 'USD', value: '1.00' }, 422, 'CURRENCY_NOT_SUPPORTED'],
    [undefined, 201, undefined],
  ])('of %o is answered with %d', async (amount, status, issue) => {
    const answer = await call('POST', '/v2/checkout/orders', orderOf(amount));
    expect([answer.status, answer.body.details?.[0].issue]).toEqual([status, issue]);
  });
});

describe('PayPal: the same request again', () => {
  it('has one effect and the same answer; a different body under its id is refused', async () => {
    const id = { 'paypal-request-id': 'attempt-1' };
    const order = () => call('POST', '/v2/checkout/orders', orderOf(), id);
    const first = await order();
    expect(first.status).toBe(201);
    expect(await order()).toEqual({ status: 200, body: first.body });
    const other = await call('POST', '/v2/checkout/orders', { ...orderOf(), more: 1 }, id);
    expect(other.body.details[0].issue).toBe('DUPLICATE_REQUEST_ID');
    await press(first.body.id, 'approve');
    const captures = await Promise.all([1, 2, 3].map(() => capture(first.body.id, id)));
    expect(captures.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    await untilReceived(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
  });

  it('finds the capture that was accepted before the connection broke', async () => {
    const id = await create();
    await press(id, 'approve');
    const fault = { provider: 'paypal', call: 'order.capture', accepts: true, answer: 'cut' };
    await control(payments, 'POST', '/faults', fault);
    await expect(capture(id, { 'paypal-request-id': 'a' })).rejects.toThrow('fetch failed');
    const { status, body } = await capture(id, { 'paypal-request-id': 'a' });
    expect([status, body.status]).toEqual([200, 'COMPLETED']);
  });
});

describe('PayPal: refunds and disputes', () => {
  it('return the captured amount in parts, and never more', async () => {
    const { id, captureId } = await buy();
    const refund = (amount?: string) =>
      call(
        'POST',
        `/v2/payments/captures/${captureId}/refund`,
        amount === undefined ? {} : { amount: { currency_code: 'THB', value: amount } },
        { prefer: 'return=representation' },
      );
    expect((await refund('40.00')).body).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '40.00' },
    });
    expect((await refund('60.51')).body.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED');
    const { body: rest } = await refund();
    expect(rest.amount.value).toBe('60.50');
    expect((await call('GET', `/v2/payments/refunds/${rest.id}`)).body).toEqual(rest);
    expect((await refund()).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED');
    const { body } = await call('GET', `/v2/payments/captures/${captureId}`);
    expect(body.status).toBe('REFUNDED');
    const { body: order } = await call('GET', `/v2/checkout/orders/${id}`);
    expect(order.purchase_units[0].payments.refunds).toHaveLength(2);
    await untilReceived([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'PAYMENT.CAPTURE.REFUNDED',
    ]);
  });

  it('are opened by the payer and decided for one side', async () => {
    const { id, captureId } = await buy();
    await act(id, 'dispute');
    expect((await act(id, 'dispute_close', { outcome: 'lost' })).body.dispute).toBe(
      'RESOLVED_BUYER_FAVOUR',
    );
    await expect.poll(() => payments.site.received.length).toBe(4);
    const [, , opened, closed] = payments.site.received;
    expect(opened?.body).toMatchObject({
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: { disputed_transactions: [{ seller_transaction_id: captureId }] },
    });
    expect(closed?.body).toMatchObject({
      event_type: 'CUSTOMER.DISPUTE.RESOLVED',
      resource: { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } },
    });
    // The common webhook type has no dispute.
    const { resource } = closed!.body as unknown as { resource: { dispute_id: string } };
    const { body } = await call('GET', `/v1/customer/disputes/${resource.dispute_id}`);
    expect(body).toEqual(resource);
    const listOf = (id: string) =>
      call('GET', `/v1/customer/disputes?disputed_transaction_id=${id}`);
    expect((await listOf(captureId)).body.items).toMatchObject([
      { dispute_id: resource.dispute_id, dispute_state: 'RESOLVED' },
    ]);
    expect((await listOf('ANOTHER')).body.items).toEqual([]);
  });
});

describe('PayPal: webhooks', () => {
  it('are verified; forged, altered or foreign ones are not', async () => {
    const { id } = await buy();
    await act(id, 'webhook', { copies: 2 });
    await act(id, 'forge');
    await expect.poll(() => payments.site.received.length).toBe(5);
    const [approved, captured, , , forged] = payments.site.received;
    expect(await verify(approved!)).toBe('SUCCESS');
    await payments.restart();
    expect(await verify(captured!)).toBe('SUCCESS');
    expect(await verify(forged!)).toBe('FAILURE');
    expect(await verify(captured!, { webhook_event: { ...captured!.body, id: 'x' } })).toBe(
      'FAILURE',
    );
    expect(await verify(captured!, { webhook_id: 'OTHER' })).toBe('FAILURE');
    expect(await verify(captured!, { transmission_sig: 'AAAA' })).toBe('FAILURE');
  });

  it('can be listed in pages, the newest first', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    await buy();
    await buy();
    const { body: first } = await call(
      'GET',
      `/v1/notifications/webhooks-events?start_time=${since}&page_size=3`,
    );
    expect([first.count, first.events[0].event_type]).toEqual([3, 'PAYMENT.CAPTURE.COMPLETED']);
    const next = first.links.find(({ rel }: { rel: string }) => rel === 'next').href;
    const { body: second } = await call('GET', next.replace(PAYPAL.apiUrl, ''));
    expect(second).toMatchObject({
      links: [],
      events: [{ event_type: 'CHECKOUT.ORDER.APPROVED' }],
    });
    const [event] = second.events;
    expect((await call('GET', `/v1/notifications/webhooks-events/${event.id}`)).body).toEqual(
      event,
    );
    const { body: before } = await call(
      'GET',
      `/v1/notifications/webhooks-events?end_time=${since}`,
    );
    expect(before.events).toEqual([]);
  });

  it('contain a wrong amount if configured so', async () => {
    const { id } = await buy();
    await act(id, 'webhook', { amount_satang: 1 });
    await expect.poll(() => payments.site.received.length).toBe(3);
    const [, , altered] = payments.site.received;
    expect(altered?.body).toMatchObject({ resource: { amount: { value: '0.01' } } });
    expect(await verify(altered!)).toBe('SUCCESS');
  });
});
