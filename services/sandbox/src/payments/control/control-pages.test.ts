import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  control,
  omiseClient,
  startPayments,
  type TestPayments,
} from '../testing/start-payments.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

const page = async (path = ''): Promise<string> =>
  (await payments.server.inject(`/sandbox/payments${path}`)).body;
const press = (path: string, form: Record<string, string>) =>
  payments.server.inject({
    method: 'POST',
    url: `/sandbox/payments${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const charge = async (more: object = {}): Promise<string> =>
  (
    await omiseClient(payments).post('/charges', {
      amount: 123_450,
      currency: 'THB',
      source: { type: 'promptpay' },
      ...more,
    })
  ).body.id;

describe('the control page', () => {
  it('lists payments with matching buttons and escapes text', async () => {
    expect(await page()).toContain('Nobody has paid anything yet');
    const id = await charge({ description: '<b>100</b>', metadata: { order_id: '<i>' } });
    const html = await page();
    expect(html).toContain('This is a sandbox');
    expect(html).toContain('฿1,234.50');
    expect(html).toContain('&#60;b&#62;100');
    expect(html).not.toMatch(/<b>100|<i>/);
    expect(html).toContain('value="pay"');
    expect(html).not.toContain('value="refund"');
    const { headers } = await press('', { id, press: 'pay' });
    expect(headers.location).toBe(`/sandbox/payments#${id}`);
    const paid = await page();
    expect(paid).toContain('value="chargeback"');
    expect(paid).not.toContain('value="pay"');
    expect((await payments.server.inject('/sandbox/payments')).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    });
  });

  it.each([
    [['pay-less', 'chargeback', 'lost'], { amount_satang: 123_350, dispute: 'lost' }],
    [['fail', 'pay-late'], { status: 'successful', failure_code: null }],
    [['expire', 'again', 'many', 'forge'], { status: 'expired' }],
  ])('does %o', async (buttons, outcome) => {
    const id = await charge();
    for (const name of buttons) {
      expect((await press('', { id, press: name })).statusCode, name).toBe(303);
    }
    expect((await control(payments, 'GET', `/payments/${id}`)).body).toMatchObject(outcome);
  });

  it('shows why an action was refused', async () => {
    const id = await charge();
    const { statusCode, body } = await press('', { id, press: 'refund' });
    expect([statusCode, body]).toEqual([409, expect.stringContaining('Not done:')]);
    expect((await press('', { id: 'nobody', press: 'pay' })).statusCode).toBe(409);
  });

  it('changes simulated failures and shows them', async () => {
    const fair = { delay_ms: '0', copies: '1', reverse_within_ms: '0', signature: 'good' };
    await press('/weather', { form: 'weather', ...fair, copies: '3', lose: 'true' });
    await press('/weather', {
      form: 'fault',
      provider: 'omise',
      call: 'refund.create',
      kind: 'accepted-silence',
      times: '2',
    });
    expect((await control(payments, 'GET', '/weather')).body).toMatchObject({
      copies: 3,
      lose: true,
    });
    expect((await control(payments, 'GET', '/faults')).body).toMatchObject([
      { call: 'refund.create', accepts: true, answer: 'silence', times: 2 },
    ]);
    expect(await page()).toContain('disturbed just now');
    expect(await page('/weather')).toContain('silence, but done');
    expect((await press('/weather', { form: 'weather', ...fair, copies: 'x' })).statusCode).toBe(
      400,
    );
    await press('/weather', { form: 'weather', press: 'fair' });
    await press('/weather', { form: 'fault', press: 'clear' });
    expect(await page()).not.toContain('disturbed just now');
  });
});
