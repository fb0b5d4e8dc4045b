import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import styles from './account-place.module.css';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TokensPanel } from './tokens-panel.tsx';

/** The form library loads after the first screen. */
const PasswordPanel = lazy(() => import('./password-panel.tsx'));
const AuthenticatorPanel = lazy(() => import('./authenticator-panel.tsx'));

/** The signed-in account: role, sessions, password, second factors, recovery codes, access tokens. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t`Your account`} />
      <div className={styles.place}>
        <div className={styles.column}>
          <ProfilePanel />
          <SessionsPanel />
          <TokensPanel />
        </div>
        <div className={styles.column}>
          <Suspense fallback={<Skeleton rows={6} />}>
            <PasswordPanel />
            <AuthenticatorPanel />
          </Suspense>
          <PasskeysPanel />
          <RecoveryPanel />
        </div>
      </div>
    </>
  );
}
