import type { ResponseOf } from '@sangwian/contract/contract';
import type { ExchangeRates } from '@sangwian/contract/endpoints/coins';
import type { PaymentOption } from '@sangwian/contract/endpoints/orders';
import type { LoaderFunctionArgs } from 'react-router';
import { callContext } from '../../../shared/api/call-context.ts';
import { withToldPrices } from './told-prices.ts';

export type CoinStore = ResponseOf<'GET /coin/package'>['data'];

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>;

/** What coins are sold in and for; `null` where it cannot be told now: a way to try again then. For loaders. */
export const loadCoinStore = async ({ context, request }: Args): Promise<CoinStore | null> => {
  const options = { signal: request.signal, fresh: true };
  const answer = await context
    .get(callContext)('GET /coin/package', {}, options)
    .catch(() => null);
  return answer ? withToldPrices(answer.data) : null;
};

/** What a baht is about worth elsewhere; `null` without rates, which nothing waits for. For loaders. */
export const loadRates = async ({ context, request }: Args): Promise<ExchangeRates | null> => {
  const options = { signal: request.signal };
  const answer = await context
    .get(callContext)('GET /coin/findOne/exchangeRate', { query: { base_code: 'THB' } }, options)
    .catch(() => null);
  return answer?.data ?? null;
};

/** The methods that are available now; `null` where it cannot be told. For loaders. */
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
