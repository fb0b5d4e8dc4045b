import { NOT_MINE, query, type Row } from './caller-rows.ts';

/** Of coins: the wallet, prices, orders, codes. */
export const COIN_ROWS = {
  'GET /auth/member/wallet': { call: query, due: 200, but: NOT_MINE },
  'GET /auth/member/wallet/history': { call: query, due: 200, but: NOT_MINE },
  'GET /auth/member/wallet/history/csv': { call: query, due: 200, but: NOT_MINE },
  'GET /coin/findOne/exchangeRate': {
    call: () => ({ query: { base_code: 'THB' } }),
    // Nobody has told any.
    due: '404 currency_unknown',
  },
  'GET /coin/package': { call: () => ({}), due: 200 },
  'POST /redeem/useRedeem': {
    call: () => ({ body: { code: 'NOBODY-GAVE-THIS' } }),
    due: '404 redeem_not_found',
  },
} satisfies Record<string, Row>;
