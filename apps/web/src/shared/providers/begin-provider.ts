import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { keepPending } from './pending-provider.ts';
import { createProviderAddress, type ProviderRequest } from './provider-address.ts';

/**
 * Redirects to LINE or Apple, which redirect back to `/sign-in`.
 *
 * @throws as `callApi` does; `provider_failed` if the provider is unavailable
 * @example await beginProvider({ provider: 'line', intent: 'link', from: '/profile', language });
 */
export async function beginProvider(request: ProviderRequest): Promise<void> {
  const { data } = await callApi('GET /auth/member/providers', {});
  const start = data[request.provider];
  if (start === null) {
    const message = 'The sign-in with this provider failed. Please try again.';
    throw new ApiError({ status: 'provider_failed', message }, 502);
  }
  const { address, pending } = await createProviderAddress(start, request);
  keepPending(pending);
  window.location.assign(address);
}
