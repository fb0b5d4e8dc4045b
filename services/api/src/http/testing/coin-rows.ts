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
} satisfies Record<string, Row>;
