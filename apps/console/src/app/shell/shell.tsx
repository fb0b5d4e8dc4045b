import { useLingui } from '@lingui/react/macro';
import type { StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import type { Permission } from '@sangwian/contract/permissions';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { followKeys } from '../../shared/commands/follow-keys.ts';
import { announceWhereabouts, startLiveFeed, useLiveEvent } from '../../shared/live/live-feed.ts';
import { presenceStore } from '../../shared/live/presence.ts';
import { KeptPermissions, keptPermissionsStore } from '../../shared/session/kept-permissions.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { sessionStore } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { BarSlot } from '../../shared/ui/bar-content.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { loadSession, sessionErrorStore } from '../load-session.ts';
import { UnknownPage } from '../start-page.tsx';
import { Bar } from './bar.tsx';
import { FollowRole } from './follow-role.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Palette } from './palette-lazy.tsx';
import { ProofDialogHost } from './proof-dialog-host.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { ShellCommands } from './shell-commands.tsx';
import { ToastRegion } from './toast-region.tsx';

const SignInPage = lazy(() => import('../entrance/sign-in-page.tsx'));

const NO_PERMISSIONS: readonly Permission[] = [];

/** Stores which staff are online, for the bar, the crew panel of Tonight and edit dialogs. */
const keepPresence = ({ people }: { readonly people: readonly StaffPresence[] }): void =>
  presenceStore.set(people);

/** Renders the page, or "unknown page" if the role may not open this URL, for example after a role change. */
function PlaceGate() {
  const handle = useMatches().at(-1)?.handle as readonly Permission[] | undefined;
  const permissions = handle ?? NO_PERMISSIONS;
  const kept = useStore(keptPermissionsStore);
  const mayOpen = useMay(...permissions);
  const isOpen =
    mayOpen || permissions.length === 0 || permissions.some((one) => kept.includes(one));
  // Clears the kept permissions when the operator leaves the place.
  useEffect(() => () => keptPermissionsStore.set(NO_PERMISSIONS), []);
  return <KeptPermissions value={kept}>{isOpen ? <Outlet /> : <UnknownPage />}</KeptPermissions>;
}

/** The layout around every place: menu, bar and overlays. */
function Frame() {
  const { t } = useLingui();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const isLoading = useNavigation().state === 'loading';
  useEffect(startLiveFeed, []);
  useLiveEvent('presence', keepPresence);
  useEffect(followKeys, []);
  const place = useLocation().pathname.split('/')[1] ?? '';
  useEffect(() => announceWhereabouts(place), [place]);
  return (
    <BarSlot value={slot}>
      <div className={styles.frame}>
        <Rail />
        <Bar slotRef={setSlot} />
        <main className={styles.place} aria-busy={isLoading} aria-label={t`Place`}>
          <Suspense fallback={<Skeleton rows={8} />}>
            <PlaceGate key={place} />
          </Suspense>
        </main>
      </div>
      <FollowRole />
      <ShellCommands />
      <Palette />
      <KeySheet />
      <ProofDialogHost />
      <ToastRegion />
    </BarSlot>
  );
}

/** Shows the sign-in page at the requested URL until a staff account is signed in; then the layout. */
export function Shell() {
  const { state, me } = useStore(sessionStore);
  const error = useStore(sessionErrorStore);
  const { pathname } = useLocation();
  useEffect(() => {
    // On phones the document scrolls, so without this reset a new page would keep the scroll position.
    if (pathname) window.scrollTo(0, 0);
  }, [pathname]);
  if (error) return <Failure error={error} onRetry={() => void loadSession()} />;
  if (state === 'loading') return <Skeleton rows={8} />;
  if (state === 'signed-out') {
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <SignInPage />
      </Suspense>
    );
  }
  // The key resets all state when a different account signs in.
  return <Frame key={me.staff_id} />;
}
