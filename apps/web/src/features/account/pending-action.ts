import { goTo, signInPath } from '../../shared/navigation/navigation.ts';
import { signOut } from '../../shared/session/session.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';
import type { Way } from './ways.ts';

/** A change to a way to log in. */
export interface WayAction {
  readonly kind: 'link' | 'unlink';
  readonly way: Way;
}

/** An action that needs a recent sign-in and continues after a new sign-in. */
export type AccountAction = WayAction | { readonly kind: 'pin' | 'export' | 'phone' };

interface StoredAction {
  readonly wish: AccountAction | null;
  readonly member_id: string | null;
  readonly at_ms: number;
}

/** The lifetime of a pending action. Later the member has probably forgotten the action. */
const LIFETIME_MS = 15 * 60_000;

const stored = createTabDraft<StoredAction>('account-wish', {
  wish: null,
  member_id: null,
  at_ms: 0,
});

/**
 * Signs out and opens the sign-in page. After the sign-in the account page opens and the `pending` action continues.
 */
export function signInAgain(pending?: {
  readonly memberId: string;
  readonly action: AccountAction;
}): void {
  if (pending) {
    stored.change({ wish: pending.action, member_id: pending.memberId, at_ms: Date.now() });
  }
  void signOut();
  goTo(signInPath(pending?.action.kind === 'phone' ? '/profile/edit' : '/profile'));
}

/** Returns and removes the member's pending action if its kind is one of these. */
export function takePendingAction<Kind extends AccountAction['kind']>(
  memberId: string,
  kinds: readonly Kind[],
): Extract<AccountAction, { kind: Kind }> | null {
  const { wish: action, member_id, at_ms } = stored.get();
  if (action === null || !(kinds as readonly string[]).includes(action.kind)) return null;
  stored.forget();
  if (member_id !== memberId || Date.now() - at_ms > LIFETIME_MS) return null;
  return action as Extract<AccountAction, { kind: Kind }>;
}
