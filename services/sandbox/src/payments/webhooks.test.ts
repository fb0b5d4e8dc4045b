import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  control,
  OMISE,
  omiseClient,
  startPayments,
  type TestPayments,
} from './testing/start-payments.ts';

let payments: TestPayments;
beforeEach(async () => {
  payments = await startPayments();
});
afterEach(() => payments.stop());

const ORDER = { amount: 10_050, currency: 'THB', source: { type: 'promptpay' } };
const charge = async (): Promise<string> =>
  (await omiseClient(payments).post('/charges', ORDER)).body.id;
const act = (id: string, action: string, input: object = {}) =>
  control(payments, 'POST', `/payments/${id}/${action}`, input);
const keys = (): (string | undefined)[] => payments.site.received.map(({ body }) => body.key);
const untilReceived = (count: number) =>
  expect.poll(() => payments.site.received.length).toBe(count);
const signatureOf = (timestamp: unknown, text: string): string =>
  createHmac('sha256', Buffer.from(OMISE.webhookSecret, 'base64'))
    .update(`${timestamp}.${text}`)
    .digest('hex');

describe('webhooks of Omise', () => {
  it('are sent immediately, once each, in order and with a valid signature', async () => {
    const id = await charge();
    await act(id, 'pay');
    await untilReceived(2);
    expect(keys()).toEqual(['charge.create', 'charge.complete']);
    for (const { path, headers, text } of payments.site.received) {
      const timestamp = headers['omise-signature-timestamp'];
      expect(path).toBe('/omise');
      expect(headers['content-type']).toContain('application/json');
      expect(headers['omise-signature']).toBe(signatureOf(timestamp, text));
      expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(5);
    }
    expect(payments.site.received[1]?.body).toMatchObject({
      object: 'event',
      data: { object: 'charge', id, status: 'successful', paid: true, amount: 10_050 },
    });
    const { body: events } = await omiseClient(payments).get('/events');
    expect(events.data.map(({ key }: { key: string }) => key)).toEqual(keys());
  });

  it('report refunds, disputes, failures and expiry', async () => {
    const { post } = omiseClient(payments);
    const alipay = { ...ORDER, source: { type: 'alipay' }, return_uri: 'http://localhost/back' };
    const { id } = (await post('/charges', alipay)).body;
    await act(id, 'pay');
    await act(id, 'refund', { amount_satang: 50 });
    await act(id, 'dispute');
    expect((await post(`/charges/${id}/refunds`, { amount: 1 })).body.message).toContain(
      'disputed',
    );
    const { body } = await act(id, 'dispute_close', { outcome: 'lost' });
    expect(body).toMatchObject({ dispute: 'lost', refunded_satang: 50 });
    await act(await charge(), 'fail', { code: 'insufficient_balance' });
    await act(await charge(), 'expire');
    await untilReceived(9);
    expect(keys().toSorted()).toEqual([
      'charge.complete',
      'charge.complete',
      'charge.create',
      'charge.create',
      'charge.create',
      'charge.expire',
      'dispute.close',
      'dispute.create',
      'refund.create',
    ]);
  });

  it('are retried until the site accepts them', async () => {
    payments.site.statuses.push(500, 301);
    const id = await charge();
    await untilReceived(3);
    expect(new Set(payments.site.received.map(({ text }) => text)).size).toBe(1);
    const deliveries = async () =>
      (await control(payments, 'GET', `/payments/${id}`)).body.deliveries;
    await expect.poll(deliveries).toMatchObject([{ state: 'delivered', tries: 3, status: 200 }]);
    payments.site.statuses.push(500, 500, 500);
    await act(id, 'webhook');
    await expect.poll(async () => (await deliveries())[0]).toMatchObject({ state: 'given_up' });
  });

  it('that were waiting at a kill are sent after the restart', async () => {
    await control(payments, 'PUT', '/weather', { delay_ms: 300 });
    const id = await charge();
    await payments.restart();
    expect(payments.site.received).toEqual([]);
    await untilReceived(1);
    expect(payments.site.received[0]?.body.data).toMatchObject({ id, status: 'pending' });
  });

  it('are sent again on request, also in a hundred copies', async () => {
    const id = await charge();
    await untilReceived(1);
    await act(id, 'webhook', { copies: 100 });
    await untilReceived(101);
    expect(new Set(payments.site.received.map(({ text }) => text)).size).toBe(1);
    expect((await act(id, 'webhook', { key: 'charge.complete' })).status).toBe(409);
  });

  it('are forged with a wrong, missing, stale or valid signature', async () => {
    const id = await charge();
    await untilReceived(1);
    for (const signature of [undefined, 'none', 'stale', 'good']) {
      const before = payments.site.received.length;
      await act(id, 'forge', signature === undefined ? {} : { signature });
      await untilReceived(before + 1);
    }
    const [, wrong, none, stale, good] = payments.site.received;
    const isTrue = ({ headers, text }: typeof wrong & object) =>
      headers['omise-signature'] === signatureOf(headers['omise-signature-timestamp'], text);
    expect([wrong, stale, good].map((each) => isTrue(each!))).toEqual([false, true, true]);
    expect(none?.headers['omise-signature']).toBeUndefined();
    expect(Number(stale?.headers['omise-signature-timestamp'])).toBeLessThan(
      Date.now() / 1_000 - 600,
    );
    expect(good?.body.data).toMatchObject({ id, status: 'successful', paid: true });
    // The provider has no payment.
    expect((await omiseClient(payments).get(`/charges/${id}`)).body.status).toBe('pending');
  });

  it('have another amount, are dropped or are sent in reverse order if so configured', async () => {
    await control(payments, 'PUT', '/weather', { lose: true });
    const id = await charge();
    expect((await control(payments, 'GET', '/deliveries')).body).toMatchObject([{ state: 'lost' }]);
    await control(payments, 'PUT', '/weather', { reverse_within_ms: 100, amount_satang: 1 });
    await act(id, 'pay');
    const other = await charge();
    await untilReceived(2);
    expect(payments.site.received.map(({ body }) => body.data)).toMatchObject([
      { id: other, amount: 1 },
      { id, amount: 1, status: 'successful' },
    ]);
    expect((await control(payments, 'PUT', '/weather', {})).body).toMatchObject({ lose: false });
    expect((await control(payments, 'PUT', '/weather', { copies: 0 })).status).toBe(400);
  });
});

describe('irregular payments', () => {
  it('are paid with a different amount, or after they have expired', async () => {
    const { get } = omiseClient(payments);
    const id = await charge();
    await act(id, 'pay', { amount_satang: 9_900 });
    expect((await get(`/charges/${id}`)).body).toMatchObject({ amount: 9_900, paid: true });
    const late = await charge();
    await act(late, 'expire');
    expect((await act(late, 'pay')).status).toBe(409);
    expect((await act(late, 'pay', { late: true })).body.status).toBe('successful');
  });
});

describe('a provider that fails', () => {
  const order = (fault: object) =>
    control(payments, 'POST', '/faults', { provider: 'omise', call: 'charge.create', ...fault });
  const create = (key: string) =>
    omiseClient(payments).post('/charges', ORDER, { 'idempotency-key': key });
  const charges = async (): Promise<number> =>
    (await omiseClient(payments).get('/charges')).body.total;

  it('answers with an error, with or without performing the call', async () => {
    expect((await order({ status: 503 })).status).toBe(201);
    expect((await create('a')).status).toBe(503);
    expect(await charges()).toBe(0);
    await order({ accepts: true });
    expect((await create('b')).body).toMatchObject({ object: 'error' });
    expect(await charges()).toBe(1);
    // The same key returns the accepted charge.
    expect((await create('b')).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  it('closes the connection or never answers after it has accepted the charge', async () => {
    await order({ accepts: true, answer: 'cut' });
    await expect(create('a')).rejects.toThrow('fetch failed');
    expect(await charges()).toBe(1);
    await order({ accepts: true, answer: 'silence' });
    const unanswered = fetch(`${payments.url}/sandbox/omise/charges`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${OMISE.secretKey}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(ORDER),
      signal: AbortSignal.timeout(300),
    });
    await expect(unanswered).rejects.toThrow('timeout');
    expect(await charges()).toBe(2);
  });

  it('answers late for the configured calls and as often as configured', async () => {
    await order({ answer: 'late', delay_ms: 50, times: 2 });
    const before = performance.now();
    await create('a');
    await create('b');
    expect(performance.now() - before).toBeGreaterThanOrEqual(95);
    expect((await control(payments, 'GET', '/faults')).body).toEqual([]);
    await order({ call: 'refund.create' });
    expect((await create('c')).status).toBe(200);
    expect((await control(payments, 'DELETE', '/faults')).status).toBe(204);
    expect((await control(payments, 'GET', '/faults')).body).toEqual([]);
    expect((await order({ answer: 'maybe' })).status).toBe(400);
  });
});

describe('a charge', () => {
  it('survives a kill with all its changes', async () => {
    const id = await charge();
    await act(id, 'pay');
    const before = (await omiseClient(payments).get(`/charges/${id}`)).body;
    await payments.restart();
    expect((await omiseClient(payments).get(`/charges/${id}`)).body).toEqual(before);
    expect((await control(payments, 'GET', `/payments?query=${id}`)).body).toHaveLength(1);
    expect((await control(payments, 'GET', '/payments/nobody')).status).toBe(404);
    expect((await act(id, 'explode')).status).toBe(404);
  });
});
