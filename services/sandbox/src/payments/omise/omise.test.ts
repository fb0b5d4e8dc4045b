import { billPayment } from 'promptparse/validate';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  control,
  OMISE,
  omiseClient,
  SITE,
  startPayments,
  type TestPayments,
} from '../testing/start-payments.ts';

let payments: TestPayments;
let secret: ReturnType<typeof omiseClient>;
let browser: ReturnType<typeof omiseClient>;
beforeAll(async () => {
  payments = await startPayments();
  secret = omiseClient(payments);
  browser = omiseClient(payments, OMISE.publicKey);
});
afterAll(() => payments.stop());

const RETURN = `${SITE}/wallet/3d?order=1`;
const CARD = {
  name: 'Mali Thong',
  number: '4242 4242 4242 4242',
  expiration_month: 12,
  expiration_year: 2038,
  security_code: '123',
};
const tokenOf = async (number = CARD.number): Promise<string> =>
  (await browser.post('/tokens', { card: { ...CARD, number } })).body.id;
const chargeCard = async (number?: string, more: object = {}) =>
  secret.post('/charges', {
    amount: 10_050,
    currency: 'THB',
    card: await tokenOf(number),
    return_uri: RETURN,
    ...more,
  });
const chargeSource = (type: string, more: object = {}) =>
  secret.post('/charges', {
    amount: 10_050,
    currency: 'THB',
    source: { type, phone_number: '0812345001' },
    return_uri: RETURN,
    ...more,
  });
/** Returns the path of an address, as the site forwards it. */
const pathOf = (address: string): string => address.replace(SITE, '');
const press = (address: string, form: Record<string, string>) =>
  payments.server.inject({
    method: 'POST',
    url: pathOf(address),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

describe('Omise: keys', () => {
  it('refuses calls without the right key', async () => {
    for (const key of ['', 'skey_test_other', OMISE.publicKey]) {
      const { status, body } = await omiseClient(payments, key).get('/charges');
      expect([status, body.code]).toEqual([401, 'authentication_failure']);
    }
    expect((await secret.post('/tokens', { card: CARD })).status).toBe(401);
  });
});

describe('Omise: tokens', () => {
  it('creates one from a card without revealing its number', async () => {
    const { status, body } = await browser.post('/tokens', { card: CARD });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'token',
      used: false,
      card: { brand: 'Visa', last_digits: '4242', expiration_year: 2038 },
    });
    expect(JSON.stringify(body)).not.toContain('42424242');
  });

  it.each([
    [{ number: '4242424242424241' }, 'number is invalid and brand not supported (unknown)'],
    [{ expiration_year: 2020 }, 'expiration date cannot be in the past'],
    [{ name: '' }, "name can't be blank"],
    [{ security_code: '1' }, 'security code is invalid'],
    [{ expiration_month: 13 }, 'expiration month is not between 1 and 12'],
  ])('refuses %o', async (wrong, message) => {
    const { status, body } = await browser.post('/tokens', { card: { ...CARD, ...wrong } });
    expect([status, body.code, body.message]).toEqual([400, 'invalid_card', message]);
  });

  it('are single-use', async () => {
    const card = await tokenOf();
    const order = { amount: 10_000, currency: 'THB', card };
    expect((await secret.post('/charges', order)).body.status).toBe('successful');
    expect((await secret.post('/charges', order)).body.code).toBe('used_token');
  });
});

describe('Omise: cards', () => {
  it('are charged immediately without a page, and after an OTP with one', async () => {
    const { body } = await chargeCard(undefined, { metadata: { order_id: 'o-1' } });
    expect(body).toMatchObject({
      object: 'charge',
      status: 'pending',
      paid: false,
      currency: 'THB',
      amount: 10_050,
      metadata: { order_id: 'o-1' },
      return_uri: RETURN,
    });
    const page = await payments.server.inject(pathOf(body.authorize_uri));
    expect(page.body).toContain('฿100.50');
    expect(page.body).toContain('•••• 4242');
    expect(page.headers['content-security-policy']).toContain(
      "form-action 'self' http://localhost:8080",
    );
    const wrong = await press(body.authorize_uri, { action: 'approve', otp: '000000' });
    expect([wrong.statusCode, wrong.body]).toEqual([
      422,
      expect.stringContaining('The code is wrong'),
    ]);
    const right = await press(body.authorize_uri, { action: 'approve', otp: '123456' });
    expect([right.statusCode, right.headers.location]).toEqual([303, RETURN]);
    const paid = (await secret.get(`/charges/${body.id}`)).body;
    expect(paid).toMatchObject({ status: 'successful', paid: true, authorized: true });
    expect(paid.paid_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    // A later visit to the page redirects.
    const again = await payments.server.inject(pathOf(body.authorize_uri));
    expect([again.statusCode, again.headers.location]).toEqual([303, RETURN]);
  });

  it.each([
    ['4111111111140011', 'insufficient_fund'],
    ['5555551111100012', 'stolen_or_lost_card'],
    ['3530111111160014', 'payment_rejected'],
    ['4111111111140003', 'payment_rejected'],
  ])('%s fails with %s after its OTP', async (number, code) => {
    const { body } = await chargeCard(number);
    expect(body.status).toBe('pending');
    await press(body.authorize_uri, { action: 'approve', otp: '123456' });
    expect((await secret.get(`/charges/${body.id}`)).body).toMatchObject({
      status: 'failed',
      failure_code: code,
      paid: false,
    });
  });

  it('fail immediately if they cannot enrol in 3-D Secure', async () => {
    const { body } = await chargeCard('4111111111150002');
    expect(body).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' });
  });

  it('can be authorised first, then captured or reversed', async () => {
    const whole = { capture: false, return_uri: undefined };
    const { body: one } = await chargeCard(undefined, whole);
    expect(one).toMatchObject({
      status: 'pending',
      authorized: true,
      paid: false,
      capturable: true,
    });
    expect((await secret.post(`/charges/${one.id}/capture`)).body.status).toBe('successful');
    const { body: two } = await chargeCard(undefined, whole);
    expect((await secret.post(`/charges/${two.id}/reverse`)).body.status).toBe('reversed');
    expect((await secret.post(`/charges/${two.id}/reverse`)).body.code).toBe('failed_reverse');
  });
});

describe('Omise: sources', () => {
  it('of PromptPay have a bank-readable QR code with the amount', async () => {
    const { body } = await chargeSource('promptpay', { return_uri: undefined });
    expect(body).toMatchObject({
      status: 'pending',
      authorize_uri: null,
      source: { flow: 'offline' },
    });
    const { download_uri } = body.source.scannable_code.image;
    const picture = await payments.server.inject(pathOf(download_uri));
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    const { data, info } = await sharp(Buffer.from(picture.body))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const payload = decodeQR({ data, width: info.width, height: info.height });
    expect(billPayment(payload)).toMatchObject({ billerId: '010555609115201', amount: 100.5 });
    const { body: seen } = await control(payments, 'GET', `/payments/${body.id}`);
    expect(seen.qr_payload).toBe(payload);
    const paid = await press(seen.page, { action: 'approve' });
    expect(paid.body).toContain('Paid');
    expect((await secret.get(`/charges/${body.id}`)).body.status).toBe('successful');
  });

  it.each(['truemoney', 'truemoney_jumpapp', 'alipay', 'wechat_pay'])(
    '%s are approved, declined or left on their page',
    async (type) => {
      const decide = async (action: string) => {
        const { body } = await chargeSource(type);
        const { headers } = await press(body.authorize_uri, { action });
        expect(headers.location).toBe(RETURN);
        return (await secret.get(`/charges/${body.id}`)).body;
      };
      expect(await decide('approve')).toMatchObject({ status: 'successful' });
      expect(await decide('decline')).toMatchObject({
        status: 'failed',
        failure_code: 'payment_cancelled',
      });
      expect(await decide('close')).toMatchObject({ status: 'pending', failure_code: null });
    },
  );

  it('can be created in advance, also by the browser, and are charged once', async () => {
    const { body: source } = await browser.form('/sources', {
      type: 'alipay',
      amount: '10050',
      currency: 'thb',
    });
    const order = {
      amount: '10050',
      currency: 'thb',
      source: source.id,
      return_uri: RETURN,
      'metadata[order_id]': 'o-2',
    };
    const { body } = await secret.form('/charges', order);
    expect(body).toMatchObject({ source: { id: source.id }, metadata: { order_id: 'o-2' } });
    expect((await secret.form('/charges', order)).body.message).toBe('source was already used');
  });

  it('require their fields', async () => {
    const refusals = await Promise.all([
      chargeSource('bitcoin'),
      chargeSource('truemoney', { source: { type: 'truemoney' } }),
      chargeSource('alipay', { return_uri: undefined }),
      chargeSource('promptpay', { amount: 1_999 }),
      chargeSource('promptpay', { amount: 15_000_001 }),
      chargeSource('truemoney_jumpapp', { amount: 5_000_001 }),
      chargeSource('promptpay', { amount: 100.5 }),
      chargeSource('promptpay', { currency: 'USD' }),
      chargeSource('promptpay', { expires_at: '2020-01-01T00:00:00Z' }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'bad_request'],
      [400, 'bad_request'],
      [400, 'invalid_charge'],
      [400, 'invalid_amount'],
      [400, 'invalid_amount'],
      [400, 'invalid_amount'],
      [400, 'bad_request'],
      [400, 'invalid_charge'],
      [400, 'bad_request'],
    ]);
  });
});

describe('Omise: time', () => {
  it('expires unpaid charges', async () => {
    const expires_at = new Date(Date.now() + 50).toISOString();
    const { body } = await chargeSource('promptpay', { expires_at });
    await expect
      .poll(async () => (await secret.get(`/charges/${body.id}`)).body)
      .toMatchObject({ status: 'expired', expired: true, paid: false });
  });

  it('can be cut short by the merchant for some wallets only', async () => {
    const { body: alipay } = await chargeSource('alipay');
    expect((await secret.post(`/charges/${alipay.id}/expire`)).body.status).toBe('expired');
    const { body: promptpay } = await chargeSource('promptpay');
    const { status, body } = await secret.post(`/charges/${promptpay.id}/expire`);
    expect([status, body.code]).toEqual([422, 'failed_expire']);
  });
});

describe('Omise: refunds', () => {
  it('return the paid amount in parts, and never more', async () => {
    const { body: charge } = await chargeCard(undefined, { return_uri: undefined });
    const refund = (amount: number) => secret.post(`/charges/${charge.id}/refunds`, { amount });
    expect((await refund(4_000)).body).toMatchObject({
      object: 'refund',
      amount: 4_000,
      charge: charge.id,
    });
    expect((await refund(7_000)).body.code).toBe('failed_refund');
    expect((await refund(6_050)).status).toBe(200);
    const { body } = await secret.get(`/charges/${charge.id}`);
    expect(body).toMatchObject({
      status: 'successful',
      refunded_amount: 10_050,
      refundable: false,
    });
    expect(body.refunds.total).toBe(2);
  });

  it('are impossible for PromptPay, and only complete for TrueMoney', async () => {
    const paid = async (type: string) => {
      const { body } = await chargeSource(type);
      return (await secret.post(`/charges/${body.id}/mark_as_paid`)).body.id;
    };
    const promptpay = await paid('promptpay');
    const { status, body } = await secret.post(`/charges/${promptpay}/refunds`, { amount: 10_050 });
    expect([status, body.code]).toEqual([422, 'failed_refund']);
    const truemoney = await paid('truemoney');
    expect((await secret.post(`/charges/${truemoney}/refunds`, { amount: 50 })).status).toBe(422);
    expect((await secret.post(`/charges/${truemoney}/refunds`, { amount: 10_050 })).status).toBe(
      200,
    );
  });
});

describe('Omise: finding a charge', () => {
  it('works by metadata, in lists and searches', async () => {
    const mark = `attempt-${Math.random()}`;
    const { body } = await chargeSource('promptpay', { metadata: { attempt_id: mark } });
    const { body: found } = await secret.get(
      `/search?scope=charge&query=${mark}&filters[status]=pending&filters[amount]=100.50`,
    );
    expect(found).toMatchObject({ object: 'search', total: 1, data: [{ id: body.id }] });
    expect((await secret.get(`/search?scope=charge&query=${mark}x`)).body.total).toBe(0);
    expect((await secret.get('/search?scope=charge&filters[colour]=red')).body.code).toBe(
      'invalid_filter',
    );
    const from = new Date(Date.now() - 60_000).toISOString();
    const { body: list } = await secret.get(
      `/charges?from=${from}&order=reverse_chronological&limit=1`,
    );
    expect(list).toMatchObject({ object: 'list', limit: 1, data: [{ id: body.id }] });
    expect((await secret.get(`/charges?to=${from}`)).body.data).toEqual([]);
    expect((await secret.get('/charges/chrg_test_none')).status).toBe(404);
  });
});

describe('Omise: the same key again', () => {
  it('returns the same charge and refuses a different body', async () => {
    const order = { amount: 10_000, currency: 'THB', source: { type: 'promptpay' } };
    const headers = { 'idempotency-key': 'attempt-1' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => secret.post('/charges', order, headers)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await payments.restart();
    expect((await secret.post('/charges', order, headers)).body).toEqual(answers[0]?.body);
    const other = await secret.post('/charges', { ...order, amount: 20_000 }, headers);
    expect(other.status).toBe(409);
  });
});
