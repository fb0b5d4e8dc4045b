import type { LoaderFunctionArgs } from 'react-router';
import { callContext } from '../api/call-context.ts';
import type { ProviderName } from './pending-provider.ts';

/** The providers that are configured and available. */
export type OfferedProviders = Readonly<Record<ProviderName, boolean>>;

/** Loads the offered providers, for route loaders. After a failure no provider is offered. */
export async function loadOfferedProviders({
  context,
  request,
}: LoaderFunctionArgs): Promise<OfferedProviders> {
  try {
    const options = { signal: request.signal };
    const { data } = await context.get(callContext)('GET /auth/member/providers', {}, options);
    return { line: data.line !== null, apple: data.apple !== null };
  } catch {
    return { line: false, apple: false };
  }
}
