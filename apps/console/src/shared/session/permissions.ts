import type { Permission } from '@sangwian/contract/permissions';
import { useStore } from '../store.ts';
import { sessionStore } from './session-store.ts';

/**
 * Returns whether the account has a permission. What a role may never do is not drawn; the API enforces the rule.
 *
 * @example {useMay('manage_staff') ? <InviteButton /> : null}
 */
export function useMay(...anyOf: readonly Permission[]): boolean {
  const { me } = useStore(sessionStore);
  return anyOf.some((permission) => me?.permissions.includes(permission) === true);
}
