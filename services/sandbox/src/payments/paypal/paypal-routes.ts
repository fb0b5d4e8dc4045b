import type { NestedFields } from '../nested-form.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { readOrder, readPayPalRefund, readVerify, type VerifyInput } from './paypal-inputs.ts';
import { listEvents } from './paypal-lists.ts';
import type { OrderRecord } from './paypal-records.ts';
import { noSuchResource } from './paypal-refusal.ts';
import {
  type PayPalAddresses,
  presentCapture,
  presentOrder,
  presentOrderMinimal,
  presentPayPalDispute,
  presentPayPalRefund,
} from './present-paypal.ts';

/** A parsed call. */
interface PayPalCall {
  readonly id: string;
  readonly body: unknown;
  readonly query: NestedFields;
  /** Whether the caller requests the full representation. */
  readonly isWhole: boolean;
}

export interface PayPalRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Name of the call in faults. */
  readonly call: string;
  /** HTTP status of a success. */
  readonly status: number;
  readonly answer: (call: PayPalCall) => object;
}

interface RouteOptions {
  readonly account: PayPalAccount;
  readonly addresses: PayPalAddresses;
  readonly verify: (input: VerifyInput) => boolean;
}

type Routes = readonly PayPalRoute[];

const getRoute = (path: string, call: string, answer: PayPalRoute['answer']): PayPalRoute => ({
  method: 'GET',
  path,
  call,
  status: 200,
  answer,
});

const createRoute = (path: string, call: string, answer: PayPalRoute['answer']): PayPalRoute => ({
  method: 'POST',
  path,
  call,
  status: 201,
  answer,
});

const orderRoutes = ({ account, addresses }: RouteOptions): Routes => [
  createRoute('/v2/checkout/orders', 'order.create', ({ body, isWhole }) => {
    const order = account.createOrder(readOrder(body));
    return isWhole ? presentOrder(order, addresses) : presentOrderMinimal(order, addresses);
  }),
  getRoute('/v2/checkout/orders/:id', 'order.get', ({ id }) =>
    presentOrder(account.order(id), addresses),
  ),
  createRoute('/v2/checkout/orders/:id/capture', 'order.capture', ({ id }) =>
    presentOrder(account.capture(id), addresses),
  ),
];

const paymentRoutes = ({ account, addresses }: RouteOptions): Routes => [
  getRoute('/v2/payments/captures/:id', 'capture.get', ({ id }) => {
    const { order, capture } = account.captureOf(id);
    return presentCapture(order, capture, addresses);
  }),
  createRoute('/v2/payments/captures/:id/refund', 'refund.create', ({ id, body, isWhole }) => {
    const refund = account.refund(id, readPayPalRefund(body));
    const whole = presentPayPalRefund(account.captureOf(id).capture, refund, addresses);
    return isWhole ? whole : { id: refund.id, status: 'COMPLETED', links: [] };
  }),
  getRoute('/v2/payments/refunds/:id', 'refund.get', ({ id }) => {
    const { capture, refund } = account.refundOf(id);
    return presentPayPalRefund(capture, refund, addresses);
  }),
];

function disputeRoutes({ account, addresses }: RouteOptions): Routes {
  const present = (order: OrderRecord): object => {
    if (order.dispute === null) throw noSuchResource();
    return presentPayPalDispute(order, order.dispute, addresses);
  };
  return [
    getRoute('/v1/customer/disputes', 'dispute.list', ({ query }) => {
      const { disputed_transaction_id: wanted } = query;
      const found = account.disputed(
        ({ capture }) => wanted === undefined || capture?.id === wanted,
      );
      // Lists omit the outcome of a dispute.
      const items = found.map((order) => ({ ...present(order), dispute_outcome: undefined }));
      return { items, links: [] };
    }),
    getRoute('/v1/customer/disputes/:id', 'dispute.get', ({ id }) => {
      const [order] = account.disputed(({ dispute }) => dispute?.id === id);
      if (order === undefined) throw noSuchResource();
      return present(order);
    }),
  ];
}

const webhookRoutes = ({ account, addresses, verify }: RouteOptions): Routes => [
  {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    call: 'webhook.verify',
    status: 200,
    answer: ({ body }) => ({
      verification_status: verify(readVerify(body)) ? 'SUCCESS' : 'FAILURE',
    }),
  },
  getRoute('/v1/notifications/webhooks-events', 'event.list', ({ query }) =>
    listEvents(account.events(), query, `${addresses.api}/v1/notifications/webhooks-events`),
  ),
  getRoute('/v1/notifications/webhooks-events/:id', 'event.get', ({ id }) => {
    const event = account.events().find((each) => each.id === id);
    if (event === undefined) throw noSuchResource();
    return event.body;
  }),
];

/** The routes of PayPal's API. */
export const paypalRoutes = (options: RouteOptions): Routes => [
  ...orderRoutes(options),
  ...paymentRoutes(options),
  ...disputeRoutes(options),
  ...webhookRoutes(options),
];
