import type { NestedFields } from '../nested-form.ts';
import type { OmiseAccount } from './omise-account.ts';
import { type Fields, readCard, readCharge, readRefund, readSource } from './omise-inputs.ts';
import { pageOf, searchCharges } from './omise-lists.ts';
import type { ChargeRecord } from './omise-records.ts';
import { notFound } from './omise-refusal.ts';
import {
  presentCharge,
  presentDispute,
  presentEvent,
  presentRefund,
  presentSource,
  presentToken,
} from './present-omise.ts';

/** A parsed call. */
interface OmiseCall {
  readonly id: string;
  readonly refundId: string;
  readonly fields: Fields;
  readonly query: NestedFields;
}

export interface OmiseRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Name of the call in faults. */
  readonly call: string;
  /** Accepted keys. */
  readonly key: 'public' | 'secret' | 'either';
  readonly answer: (call: OmiseCall) => object;
}

interface RouteOptions {
  readonly account: OmiseAccount;
  readonly base: string;
  readonly now: () => Date;
}

type Routes = readonly OmiseRoute[];

const secretRoute = (
  method: OmiseRoute['method'],
  path: string,
  call: string,
  answer: OmiseRoute['answer'],
): OmiseRoute => ({ method, path, call, key: 'secret', answer });

/** Routes that browsers may call with the public key. */
function payerRoutes({ account, base, now }: RouteOptions): Routes {
  return [
    {
      method: 'POST',
      path: '/tokens',
      call: 'token.create',
      key: 'public',
      answer: ({ fields }) => presentToken(account.createToken(readCard(fields, now()))),
    },
    {
      method: 'GET',
      path: '/tokens/:id',
      call: 'token.get',
      key: 'either',
      answer: ({ id }) => presentToken(account.token(id)),
    },
    {
      method: 'POST',
      path: '/sources',
      call: 'source.create',
      key: 'either',
      answer: ({ fields }) => presentSource(account.createSource(readSource(fields)), null, base),
    },
  ];
}

function chargeRoutes({ account, base, now }: RouteOptions): Routes {
  const charge = (record: ChargeRecord): object => presentCharge(record, base);
  return [
    secretRoute('POST', '/charges', 'charge.create', ({ fields }) =>
      charge(account.createCharge(readCharge(fields))),
    ),
    secretRoute('GET', '/charges', 'charge.list', ({ query }) =>
      pageOf(account.charges(), query, { location: '/charges', now: now(), present: charge }),
    ),
    secretRoute('GET', '/search', 'search', ({ query }) =>
      searchCharges(account.charges(), query, charge),
    ),
    secretRoute('GET', '/charges/:id', 'charge.get', ({ id }) => charge(account.charge(id))),
    secretRoute('POST', '/charges/:id/capture', 'charge.capture', ({ id }) =>
      charge(account.capture(id)),
    ),
    secretRoute('POST', '/charges/:id/reverse', 'charge.reverse', ({ id }) =>
      charge(account.reverse(id)),
    ),
    secretRoute('POST', '/charges/:id/expire', 'charge.expire', ({ id }) =>
      charge(account.expireByMerchant(id)),
    ),
    // Omise has these two routes in test mode.
    secretRoute('POST', '/charges/:id/mark_as_paid', 'charge.mark', ({ id }) =>
      charge(account.pay(id)),
    ),
    secretRoute('POST', '/charges/:id/mark_as_failed', 'charge.mark', ({ id, fields }) =>
      charge(account.fail(id, String(fields.failure_code ?? 'failed_processing'))),
    ),
    secretRoute('GET', '/sources/:id', 'source.get', ({ id }) => {
      const paidBy = account.charges().find(({ source }) => source?.id === id) ?? null;
      return presentSource(account.source(id), paidBy, base);
    }),
  ];
}

function laterRoutes({ account, now }: RouteOptions): Routes {
  return [
    secretRoute('POST', '/charges/:id/refunds', 'refund.create', ({ id, fields }) => {
      const refund = account.refund(id, readRefund(fields));
      return presentRefund(account.charge(id), refund);
    }),
    secretRoute('GET', '/charges/:id/refunds', 'refund.list', ({ id, query }) => {
      const charge = account.charge(id);
      return pageOf(charge.refunds, query, {
        location: `/charges/${id}/refunds`,
        now: now(),
        present: (refund) => presentRefund(charge, refund),
      });
    }),
    secretRoute('GET', '/charges/:id/refunds/:refundId', 'refund.get', ({ id, refundId }) => {
      const charge = account.charge(id);
      const refund = charge.refunds.find((each) => each.id === refundId);
      if (refund === undefined) throw notFound('refund', refundId);
      return presentRefund(charge, refund);
    }),
    secretRoute('GET', '/disputes/:id', 'dispute.get', ({ id }) => {
      const charge = account.charges().find(({ dispute }) => dispute?.id === id);
      if (charge?.dispute == null) throw notFound('dispute', id);
      return presentDispute(charge, charge.dispute);
    }),
    secretRoute('GET', '/events', 'event.list', ({ query }) =>
      pageOf(account.events(), query, { location: '/events', now: now(), present: presentEvent }),
    ),
    secretRoute('GET', '/events/:id', 'event.get', ({ id }) => {
      const event = account.events().find((each) => each.id === id);
      if (event === undefined) throw notFound('event', id);
      return presentEvent(event);
    }),
  ];
}

/** The routes of Omise's API. */
export const omiseRoutes = (options: RouteOptions): Routes => [
  ...payerRoutes(options),
  ...chargeRoutes(options),
  ...laterRoutes(options),
];
