import { useLingui } from '@lingui/react/macro';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import styles from './account-place.module.css';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** The own account: role, sessions, password, second factor, recovery codes. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t`Your account`} />
      <div className={styles.place}>
        <div className={styles.column}>
          <ProfilePanel />
          <SessionsPanel />
        </div>
        <div className={styles.column}>
          <PasswordPanel />
          <AuthenticatorPanel />
          <RecoveryPanel />
        </div>
      </div>
    </>
  );
}
