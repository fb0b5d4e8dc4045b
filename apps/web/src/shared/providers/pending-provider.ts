import { createTabDraft } from '../storage/tab-draft.ts';

export type ProviderName = 'line' | 'apple';

/** What somebody is at a provider for: to sign in here, or to link it to the member who is signed in. */
export type ProviderIntent = 'sign_in' | 'link';

/** What this tab has sent to a provider, to know its answer by. */
export interface PendingProvider {
  readonly provider: ProviderName;
  readonly intent: ProviderIntent;
  /** Where the member wanted to go. */
  readonly from: string;
  readonly state: string;
  /** LINE: of PKCE. Apple: of `state`, whose hash is what Apple has seen. */
  readonly verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
}

const kept = createTabDraft<{ readonly pending: PendingProvider | null }>('provider', {
  pending: null,
});

export const keepPending = (pending: PendingProvider): void => kept.change({ pending });

/** Gives it out once, so that an address with an answer in it does nothing when it is opened again. */
export function takePending(): PendingProvider | null {
  const { pending } = kept.get();
  kept.forget();
  return pending;
}
