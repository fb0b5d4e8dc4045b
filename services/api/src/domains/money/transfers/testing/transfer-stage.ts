import { randomUUID } from 'node:crypto';
import type { ApiConfig } from '@sangwian/api/config/config';
import type { MemberId } from '@sangwian/contract/ids';
import { startTestApi, TEST_OWNER_TOKEN, type TestAnswer } from '@sangwian/testkit/start-test-api';
import { expect } from 'vitest';
import { drawSlip, slipText } from '../../slips/testing/draw-slip.ts';

export const ACCOUNT = {
  bank_code: '999',
  bank_name_th: 'ธนาคารทุ่งทอง',
  bank_name_en: 'Thung Thong Bank',
  account_number: '123-4-56789-0',
  account_name_th: 'สังเวียน',
  account_name_en: 'Sangwian',
};
export const SATANG = 4_900;

export interface Buyer {
  readonly memberId: MemberId;
  readonly token: string;
  readonly orderId: string;
  readonly number: string;
}

/**
 * Starts an API with transfers, and returns helpers for buyers, slips and operators. The caller must close
 * `api`.
 *
 * @param objects a bucket for images instead of a folder
 */
export async function startTransferStage(objects: ApiConfig['objects'] = null) {
  const api = await startTestApi({
    config: {
      ...(objects === null ? {} : { objects }),
      transfers: { accounts: [ACCOUNT], promptPay: { kind: 'phone', id: '0812345678' } },
    },
  });
  const key = () => ({ 'idempotency-key': randomUUID() });

  /** Creates a member with an order that waits for a transfer. */
  async function makeBuyer(method = 'bank_transfer'): Promise<Buyer & { paid: TestAnswer }> {
    const fan = await api.makeFan({ birthDate: '1990-05-05' });
    const token = await api.signIn(fan);
    const made = await api.call('POST /order', {
      token,
      headers: key(),
      body: { package_id: 2, expected_satang: SATANG },
    });
    expect(made.status, made.text).toBe(201);
    const { order_id: orderId, number } = made.body.data;
    const paid = await api.call(`POST /order/${orderId}/pay`, {
      token,
      headers: key(),
      body: { method, return_path: '/wallet', expected_satang: SATANG },
    });
    expect(paid.status, paid.text).toBe(200);
    return { memberId: fan.memberId, token, orderId, number, paid };
  }

  const send = (
    { token, orderId }: Pick<Buyer, 'token' | 'orderId'>,
    picture: Buffer,
    headers: Record<string, string> = key(),
  ) =>
    api.call(`POST /order/${orderId}/slip`, {
      token,
      body: picture,
      headers: { 'content-type': 'image/png', ...headers },
    });

  let references = 0;
  function freshReference(): string {
    references += 1;
    return `2026112119${String(references).padStart(8, '0')}`;
  }
  const freshSlip = () => drawSlip(slipText(freshReference()));

  const readOrder = async ({ token, orderId }: Buyer) =>
    (await api.call(`GET /order/${orderId}`, { token })).body.data;

  const slipsOf = ({ orderId }: Buyer) =>
    api.db.selectFrom('payment_slip').selectAll().where('coin_order_id', '=', orderId).execute();

  const balanceOf = async ({ token, memberId }: Buyer) =>
    (await api.call(`GET /auth/member/wallet?member_id=${memberId}`, { token })).body.data.balance;

  /** Sends a request to an operators' endpoint as the local owner. Returns the data or the error. */
  async function operate(what: string, payload?: object) {
    const { status, body } = await api.call(what.replace(' /', ' /operator/'), {
      token: TEST_OWNER_TOKEN,
      ...(payload === undefined ? {} : { body: payload }),
    });
    return { status, body: body.data ?? body };
  }
  const readFile = ({ orderId }: Buyer) => operate(`GET /order/${orderId}`);
  const decide = (action: string, { orderId }: Buyer, slip_id?: string) =>
    operate(`POST /order/${orderId}/${action}`, { reason: 'found on the account', slip_id });
  return {
    api,
    key,
    makeBuyer,
    send,
    freshReference,
    freshSlip,
    readOrder,
    slipsOf,
    balanceOf,
    operate,
    readFile,
    decide,
  };
}
