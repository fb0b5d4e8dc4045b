import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef } from 'react';
import { connectionStore } from '../../shared/live/connection.ts';
import { useChanges } from '../../shared/live/live-feed.ts';
import { keptPermissionsStore } from '../../shared/session/kept-permissions.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { type Me, useMe } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { loadSession } from '../load-session.ts';

/** Returns whether the place shows a form or a dialog. */
const hasOpenForm = (): boolean => document.querySelector('main form, dialog[open]') !== null;

/** Keeps the permissions that a role change took away while a form or a dialog is open. */
function keepLost(before: Me, after: Me): void {
  if (!hasOpenForm()) return;
  const lost = before.permissions.filter((permission) => !after.permissions.includes(permission));
  if (lost.length > 0) keptPermissionsStore.set([...keptPermissionsStore.get(), ...lost]);
}

/** Reads the account again after every change to it, so that menus and buttons match a new role at once. */
export function FollowRole() {
  const { t } = useLingui();
  const { staff_id, role } = useMe();
  const roleName = useRoleName();
  const { state } = useStore(connectionStore);
  const known = useRef(role);
  const follow = useCallback(
    (id: string | undefined) => {
      // An event without an id concerns several accounts.
      if (id === undefined || id === staff_id) void loadSession(keepLost);
    },
    [staff_id],
  );
  useChanges('staff', follow);
  useEffect(() => {
    // A role change ends the connection. Changes during the outage are not announced.
    if (state === 'live') void loadSession(keepLost);
  }, [state]);
  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    const name = roleName(role);
    const isKept = keptPermissionsStore.get().length > 0;
    showToast(
      'problem',
      isKept
        ? t`An owner changed your role. You are now: ${name}. This page stays until you leave it.`
        : t`An owner changed your role. You are now: ${name}`,
    );
  }, [role, roleName, t]);
  return null;
}
