import type { Permission } from '@sangwian/contract/permissions';
import { useContext } from 'react';
import { useStore } from '../store.ts';
import { KeptPermissions } from './kept-permissions.ts';
import { sessionStore } from './session-store.ts';

/**
 * Returns whether the account has a permission. The console hides what a role may never do; the API enforces the rule.
 *
 * @example {useMay('manage_staff') ? <InviteButton /> : null}
 */
export function useMay(...anyOf: readonly Permission[]): boolean {
  const { me } = useStore(sessionStore);
  const kept = useContext(KeptPermissions);
  return anyOf.some(
    (permission) => me?.permissions.includes(permission) === true || kept.includes(permission),
  );
}
