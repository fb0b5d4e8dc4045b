import { randomUUID } from 'node:crypto';
import { NOT_MINE, query, type Row } from './caller-rows.ts';

const nobodysOrder = () => ({ params: { order_id: randomUUID() } });

/** Rows of the wallet, prices, orders and codes. */
export const COIN_ROWS = {
  'GET /auth/member/wallet': { call: query, due: 200, but: NOT_MINE },
  'GET /auth/member/wallet/history': { call: query, due: 200, but: NOT_MINE },
  'GET /auth/member/wallet/history/csv': { call: query, due: 200, but: NOT_MINE },
  'GET /coin/findOne/exchangeRate': {
    call: () => ({ query: { base_code: 'THB' } }),
    // The test database has no exchange rates.
    due: '404 currency_unknown',
  },
  'GET /coin/package': { call: () => ({}), due: 200 },
  'GET /member/spending': { call: () => ({}), due: 200 },
  'PUT /member/spending/limit/{period}': {
    call: () => ({ params: { period: 'day' }, body: { limit_satang: 900_000 } }),
    due: 200,
  },
  'DELETE /member/spending/limit/{period}/next': {
    call: () => ({ params: { period: 'day' } }),
    due: 200,
  },
  // A valid self-exclusion would make the order rows fail, so the number of days is invalid.
  'POST /member/spending/exclusion': {
    call: () => ({ body: { days: 3 } }),
    due: '400 request_invalid',
  },
  'POST /redeem/useRedeem': {
    call: () => ({ body: { code: 'NO-SUCH-CODE-HERE' } }),
    due: '404 redeem_not_found',
  },
  'GET /payment/option': { call: () => ({}), due: 200 },
  'POST /order': {
    call: () => ({ body: { package_id: 10, expected_satang: 3_900 } }),
    due: 201,
    // A partner's member has no birth date, and purchases are charged to the partner's account.
    but: { external: '403 buyer_too_young' },
  },
  'GET /order': { call: () => ({}), due: 200 },
  'GET /order/{order_id}': { call: nobodysOrder, due: '404 order_not_found' },
  'POST /order/{order_id}/pay': {
    call: () => ({
      ...nobodysOrder(),
      body: { method: 'promptpay', return_path: '/wallet', expected_satang: 3_900 },
    }),
    due: '404 order_not_found',
  },
  'POST /order/{order_id}/slip': {
    call: (_, world) => ({
      ...nobodysOrder(),
      body: world.picture,
      headers: { 'content-type': 'image/png' },
    }),
    due: '404 order_not_found',
  },
  'POST /order/{order_id}/cancel': {
    call: () => ({ ...nobodysOrder(), body: {} }),
    due: '404 order_not_found',
  },
} satisfies Record<string, Row>;
