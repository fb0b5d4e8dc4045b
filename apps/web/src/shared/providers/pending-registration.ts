import type { ResponseOf } from '@sangwian/contract/contract';
import { createTabDraft } from '../storage/tab-draft.ts';

type UnknownAccount = Extract<
  ResponseOf<'POST /auth/member/login'>['data'],
  { registration_token: string }
>;

/** A first sign-in with LINE or Apple that `/sign-up` completes. */
interface PendingRegistration {
  readonly provider: 'line' | 'apple' | null;
  readonly registration_token: string | null;
  readonly profile: UnknownAccount['profile'] | null;
}

/** Stored as `registration` in session storage, between the provider's return and `/sign-up`. */
export const pendingRegistration = createTabDraft<PendingRegistration>('registration', {
  provider: null,
  registration_token: null,
  profile: null,
});
