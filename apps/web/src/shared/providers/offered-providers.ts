import type { LoaderFunctionArgs } from 'react-router';
import { callContext } from '../api/call-context.ts';
import type { ProviderName } from './pending-provider.ts';

/** Which ones this site has, and can be reached now. */
export type OfferedProviders = Readonly<Record<ProviderName, boolean>>;

/** A page's loader; while it cannot be told, there is none, since no button may lead nowhere. */
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
