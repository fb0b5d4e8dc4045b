import type { ResponseOf } from '@sangwian/contract/contract';
import type { ExchangeRates } from '@sangwian/contract/endpoints/coins';
import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import type { LoaderFunctionArgs } from 'react-router';
import { callContext } from '../../../shared/api/call-context.ts';
import { withPriceOverrides } from './price-overrides.ts';

export type CoinStore = ResponseOf<'GET /coin/package'>['data'];

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>;

/** Loads the packages and prices, for route loaders. Returns `null` on failure, so that the page can offer a retry. */
export const loadCoinStore = async ({ context, request }: Args): Promise<CoinStore | null> => {
  const options = { signal: request.signal, fresh: true };
  const answer = await context
    .get(callContext)('GET /coin/package', {}, options)
    .catch(() => null);
  return answer ? withPriceOverrides(answer.data) : null;
};

/** Loads the exchange rates of the baht, for route loaders. Returns `null` on failure. */
export const loadRates = async ({ context, request }: Args): Promise<ExchangeRates | null> => {
  const options = { signal: request.signal };
  const answer = await context
    .get(callContext)('GET /coin/findOne/exchangeRate', { query: { base_code: 'THB' } }, options)
    .catch(() => null);
  return answer?.data ?? null;
};

/** Loads the available payment methods, for route loaders. Returns `null` on failure. */
export const loadPaymentOptions = async ({
  context,
  request,
}: Args): Promise<readonly PaymentOption[] | null> => {
  const options = { signal: request.signal, fresh: true };
  const answer = await context
    .get(callContext)('GET /payment/option', {}, options)
    .catch(() => null);
  return answer?.data ?? null;
};
