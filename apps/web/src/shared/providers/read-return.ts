import type { PendingProvider } from './pending-provider.ts';

/** What an address says of a provider's answer. */
export type Returned =
  | { readonly kind: 'none' }
  /** The fan thought better of it there. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'answered'; readonly state: string; readonly code: string | null };

const CANCELLED = /denied|cancel|refused/i;

/** LINE comes back with `code` and `state`; after Apple our server leads here with `provider=apple` and `state`. */
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

/** Whether an answer is to what this very browser has asked. */
export const isAnswerTo = (
  pending: PendingProvider | null,
  { state, code }: Extract<Returned, { kind: 'answered' }>,
): pending is PendingProvider =>
  pending !== null && pending.state === state && (pending.provider === 'line') === (code !== null);
