import type { FastifyInstance, FastifyReply } from 'fastify';
import { addBodyParsers } from '../body-parsers.ts';
import {
  type BothLanguages,
  type HostedButton,
  type HostedLook,
  renderHostedPage,
  showBaht,
} from '../hosted-page.ts';
import type { NestedFields } from '../nested-form.ts';
import type { OmiseAccount } from './omise-account.ts';
import { OMISE_PATH } from './omise-api.ts';
import type { ChargeRecord } from './omise-records.ts';
import { OmiseRefusal } from './omise-refusal.ts';
import { SOURCE_TYPES } from './source-types.ts';

/** One-time password that the bank's page accepts. */
const OTP = '123456';

const LOOKS: Readonly<Record<string, HostedLook>> = {
  card: { name: 'Sandbox Bank · 3-D Secure', accent: '#1b3a6b', onAccent: '#fff' },
  promptpay: { name: 'PromptPay · พร้อมเพย์', accent: '#0b3f66', onAccent: '#fff' },
  truemoney: { name: 'TrueMoney Wallet', accent: '#c8102e', onAccent: '#fff' },
  truemoney_jumpapp: { name: 'TrueMoney', accent: '#c8102e', onAccent: '#fff' },
  alipay: { name: 'Alipay', accent: '#0a5fc2', onAccent: '#fff' },
  alipay_cn: { name: 'Alipay', accent: '#0a5fc2', onAccent: '#fff' },
  wechat_pay: { name: 'WeChat Pay', accent: '#0a7d3c', onAccent: '#fff' },
};

const WORDS = {
  confirm: { th: 'ยืนยันการชำระเงิน', en: 'Confirm the payment' },
  pay: { th: 'ชำระเงิน', en: 'Pay' },
  decline: { th: 'ปฏิเสธการชำระเงิน', en: 'Decline' },
  close: { th: 'ปิดโดยไม่ชำระเงิน', en: 'Close without paying' },
  merchant: { th: 'ร้านค้า', en: 'Merchant' },
  amount: { th: 'จำนวนเงิน', en: 'Amount' },
  card: { th: 'บัตร', en: 'Card' },
  status: { th: 'สถานะ', en: 'Status' },
  wrongOtp: { th: 'รหัส OTP ไม่ถูกต้อง', en: 'The code is wrong' },
} as const satisfies Record<string, BothLanguages>;

const STATUS_TITLES: Readonly<Record<ChargeRecord['status'], BothLanguages>> = {
  pending: { th: 'กำลังดำเนินการ', en: 'Pending' },
  successful: { th: 'ชำระเงินแล้ว', en: 'Paid' },
  failed: { th: 'ชำระเงินไม่สำเร็จ', en: 'Failed' },
  expired: { th: 'หมดเวลาชำระเงิน', en: 'Expired' },
  reversed: { th: 'ยกเลิกแล้ว', en: 'Reversed' },
};

const OTP_FIELD =
  `<label><span>รหัส OTP <small lang="en">One-time password: ${OTP}</small></span>` +
  '<input name="otp" required autofocus inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6"></label>';

function lookOf(charge: ChargeRecord): HostedLook {
  const type = charge.source?.type ?? 'card';
  const name = SOURCE_TYPES[type]?.name ?? type;
  return LOOKS[type] ?? { name, accent: '#2f3a4d', onAccent: '#fff' };
}

function buttonsOf(charge: ChargeRecord): HostedButton[] {
  if (charge.status !== 'pending' || charge.authorized) return [];
  const label = charge.card === null ? WORDS.pay : WORDS.confirm;
  const deciding: HostedButton[] = [
    { action: 'approve', label, kind: 'main' },
    { action: 'decline', label: WORDS.decline, kind: 'other' },
  ];
  return charge.return_uri === null
    ? deciding
    : [...deciding, { action: 'close', label: WORDS.close, kind: 'quiet' }];
}

function sendPage(reply: FastifyReply, charge: ChargeRecord, alert?: BothLanguages): FastifyReply {
  const buttons = buttonsOf(charge);
  const isOpen = buttons.length > 0;
  const { html, policy } = renderHostedPage({
    look: lookOf(charge),
    title: isOpen ? WORDS.confirm : STATUS_TITLES[charge.status],
    facts: [
      [WORDS.merchant, 'Sangwian'],
      [WORDS.amount, showBaht(charge.amount)],
      ...(charge.card === null
        ? []
        : ([[WORDS.card, `${charge.card.brand} •••• ${charge.card.last_digits}`]] as const)),
    ],
    ...(alert === undefined ? {} : { alert }),
    fields: isOpen && charge.card !== null ? OTP_FIELD : '',
    buttons,
    leadsTo: charge.return_uri,
  });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .send(html);
}

/** Applies the payer's action. */
function act(account: OmiseAccount, charge: ChargeRecord, action: string): void {
  if (action === 'decline') account.fail(charge.id, declineCode(charge));
  if (action !== 'approve') return;
  if (charge.card?.behaviour?.fails === 'validation') account.fail(charge.id, 'payment_rejected');
  else account.pay(charge.id);
}

const declineCode = (charge: ChargeRecord): string =>
  charge.card === null ? 'payment_cancelled' : 'payment_rejected';

/** Adds the pages of `authorize_uri`: a bank's OTP, a wallet, a banking app that has scanned the QR code. */
export async function addOmisePages(server: FastifyInstance, account: OmiseAccount): Promise<void> {
  const path = `${OMISE_PATH}/payments/:paymentId/authorize`;
  type Paths = { readonly Params: { readonly paymentId: string } };
  const leave = (reply: FastifyReply, charge: ChargeRecord): FastifyReply =>
    charge.return_uri === null
      ? sendPage(reply, account.charge(charge.id))
      : reply.redirect(charge.return_uri, 303);
  const refuse = (reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send('ไม่พบรายการ · There is no such payment.');

  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.get<Paths>(path, async ({ params }, reply) => {
      const charge = account.chargeOfPayment(params.paymentId);
      if (charge === undefined) return refuse(reply);
      return buttonsOf(charge).length > 0 ? sendPage(reply, charge) : leave(reply, charge);
    });
    scope.post<Paths>(path, async ({ params, body }, reply) => {
      const charge = account.chargeOfPayment(params.paymentId);
      if (charge === undefined) return refuse(reply);
      const form = (body ?? {}) as NestedFields;
      const action = String(form.action ?? '');
      if (charge.card !== null && action === 'approve' && form.otp !== OTP) {
        return sendPage(reply.code(422), charge, WORDS.wrongOtp);
      }
      try {
        act(account, charge, action);
      } catch (error) {
        // The charge has ended in the meantime: the shop shows the result.
        if (!(error instanceof OmiseRefusal)) throw error;
      }
      return leave(reply, charge);
    });
  });
}
