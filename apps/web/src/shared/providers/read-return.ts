import type { PendingProvider } from './pending-provider.ts';

/** A provider's response in the URL. */
export type Returned =
  | { readonly kind: 'none' }
  /** The fan cancelled at the provider. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'answered'; readonly state: string; readonly code: string | null };

const CANCELLED = /denied|cancel|refused/i;

/** LINE redirects with `code` and `state`; after Apple our server redirects with `provider=apple` and `state`. */
export function readReturn(search: string): Returned {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  const code = query.get('code');
  const error = query.get('error');
  if (state === null || (code === null && error === null && query.get('provider') !== 'apple')) {
    return { kind: 'none' };
  }
  if (error !== null) {
    return CANCELLED.test(error) ? { kind: 'cancelled' } : { kind: 'answered', state: '', code };
  }
  return { kind: 'answered', state, code };
}

/** Returns whether a response belongs to this browser's own request. */
export const isAnswerTo = (
  pending: PendingProvider | null,
  { state, code }: Extract<Returned, { kind: 'answered' }>,
): pending is PendingProvider =>
  pending !== null && pending.state === state && (pending.provider === 'line') === (code !== null);
