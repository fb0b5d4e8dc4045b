import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { keepPending } from './pending-provider.ts';
import { createProviderAddress, type ProviderWish } from './provider-address.ts';

/**
 * Leaves for LINE or Apple; the browser comes back to `/sign-in`, which goes on from there.
 *
 * @throws as `callApi` does; `provider_failed` where the provider cannot be reached now
 * @example await beginProvider({ provider: 'line', intent: 'link', from: '/profile', language });
 */
export async function beginProvider(wish: ProviderWish): Promise<void> {
  const { data } = await callApi('GET /auth/member/providers', {});
  const beginning = data[wish.provider];
  if (beginning === null) {
    const message = 'The sign-in there did not work. Please try again.';
    throw new ApiError({ status: 'provider_failed', message }, 502);
  }
  const { address, pending } = await createProviderAddress(beginning, wish);
  keepPending(pending);
  window.location.assign(address);
}
