import { goTo, signInPath } from '../../shared/navigation/navigation.ts';
import { signOut } from '../../shared/session/session.ts';
import { createTabDraft } from '../../shared/storage/tab-draft.ts';
import type { Way } from './ways.ts';

/** What is to be done about a way to log in. */
export interface WayAction {
  readonly kind: 'link' | 'unlink';
  readonly way: Way;
}

/** What a member was about to do when they had to log in again for it. */
export type AccountWish = WayAction | { readonly kind: 'pin' | 'export' | 'phone' };

interface KeptWish {
  readonly wish: AccountWish | null;
  readonly member_id: string | null;
  readonly at_ms: number;
}

/** Whoever comes back later than this has forgotten it. */
const LASTS_MS = 15 * 60_000;

const kept = createTabDraft<KeptWish>('account-wish', { wish: null, member_id: null, at_ms: 0 });

/** Signs out, and after the sign-in comes back to the account, where the wish is gone on with. */
export function signInAgain(wish?: { readonly of: string; readonly to: AccountWish }): void {
  if (wish) kept.change({ wish: wish.to, member_id: wish.of, at_ms: Date.now() });
  void signOut();
  // The phone changes on the page where it is edited.
  goTo(signInPath(wish?.to.kind === 'phone' ? '/profile/edit' : '/profile'));
}

/** Gives a wish of this kind out once, to the member whose it was. */
export function takeWish<Kind extends AccountWish['kind']>(
  memberId: string,
  kinds: readonly Kind[],
): Extract<AccountWish, { kind: Kind }> | null {
  const { wish, member_id, at_ms } = kept.get();
  if (wish === null || !(kinds as readonly string[]).includes(wish.kind)) return null;
  kept.forget();
  if (member_id !== memberId || Date.now() - at_ms > LASTS_MS) return null;
  return wish as Extract<AccountWish, { kind: Kind }>;
}
