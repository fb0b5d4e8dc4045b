import type { FastifyInstance, FastifyReply } from 'fastify';
import { addBodyParsers } from '../body-parsers.ts';
import { type HostedButton, renderHostedPage, showBaht } from '../hosted-page.ts';
import type { NestedFields } from '../nested-form.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { PAYPAL_PATH } from './paypal-api.ts';
import type { Funding, OrderRecord } from './paypal-records.ts';
import { PayPalRefusal } from './paypal-refusal.ts';

const LOOK = { name: 'PayPal', accent: '#003087', onAccent: '#fff' } as const;

const FUNDINGS: Readonly<Record<string, Funding>> = {
  approve: 'pays',
  decline: 'declines',
  hold: 'holds',
};

const BUTTONS: readonly HostedButton[] = [
  { action: 'approve', label: { th: 'ชำระเงิน', en: 'Pay now' }, kind: 'main' },
  {
    action: 'decline',
    label: { th: 'ชำระด้วยบัตรที่ถูกปฏิเสธ', en: 'Pay with a card that is declined' },
    kind: 'other',
  },
  {
    action: 'hold',
    label: { th: 'ชำระเงิน แต่ PayPal ขอตรวจสอบก่อน', en: 'Pay, but PayPal reviews it first' },
    kind: 'other',
  },
  {
    action: 'cancel',
    label: { th: 'ยกเลิกและกลับไปที่ร้านค้า', en: 'Cancel and return to the shop' },
    kind: 'quiet',
  },
];

/** Returns the shop's address with the order, to which PayPal redirects payers. */
function withOrder(address: string, order: OrderRecord): string {
  const url = new URL(address);
  url.searchParams.set('token', order.id);
  if (order.payer_id !== null) url.searchParams.set('PayerID', order.payer_id);
  return url.href;
}

const isOpen = ({ status, funding }: OrderRecord): boolean =>
  status === 'CREATED' ||
  status === 'PAYER_ACTION_REQUIRED' ||
  (status === 'APPROVED' && funding === 'declines');

function sendPage(reply: FastifyReply, order: OrderRecord): FastifyReply {
  const { html, policy } = renderHostedPage({
    look: LOOK,
    title: isOpen(order)
      ? { th: 'ชำระเงินด้วย PayPal', en: 'Pay with PayPal' }
      : { th: 'รายการนี้จบแล้ว', en: 'This order is closed' },
    facts: [
      [{ th: 'ร้านค้า', en: 'Merchant' }, 'Sangwian'],
      [{ th: 'รายการ', en: 'Order' }, order.description ?? order.id],
      [{ th: 'จำนวนเงิน', en: 'Amount' }, showBaht(order.amount_satang)],
    ],
    buttons: isOpen(order) ? BUTTONS : [],
    leadsTo: order.return_url,
  });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .send(html);
}

/** Adds `/sandbox/paypal/checkoutnow?token=`, where payers approve or cancel an order. */
export async function addPayPalPages(
  server: FastifyInstance,
  account: PayPalAccount,
): Promise<void> {
  const path = `${PAYPAL_PATH}/checkoutnow`;
  type Query = { readonly Querystring: { readonly token?: unknown } };
  const find = (query: Query['Querystring']): OrderRecord | null => {
    try {
      return account.order(String(query.token ?? ''));
    } catch (error) {
      if (error instanceof PayPalRefusal) return null;
      throw error;
    }
  };
  const refuse = (reply: FastifyReply): FastifyReply =>
    reply.code(404).type('text/plain; charset=utf-8').send('ไม่พบรายการ · There is no such order.');

  await server.register(async (scope) => {
    addBodyParsers(scope);
    scope.get<Query>(path, async ({ query }, reply) => {
      const order = find(query);
      return order === null ? refuse(reply) : sendPage(reply, order);
    });
    scope.post<Query>(path, async ({ query, body }, reply) => {
      const order = find(query);
      if (order === null) return refuse(reply);
      const action = String(((body ?? {}) as NestedFields).action ?? '');
      const funding = FUNDINGS[action];
      if (!isOpen(order) || (funding === undefined && action !== 'cancel')) {
        return sendPage(reply, order);
      }
      const decided = funding === undefined ? order : account.approve(order.id, funding);
      const back = funding === undefined ? order.cancel_url : order.return_url;
      return back === null
        ? sendPage(reply, decided)
        : reply.redirect(withOrder(back, decided), 303);
    });
  });
}
