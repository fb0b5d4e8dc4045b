import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Route, Routes } from 'react-router';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { InvitationsPage } from './invitations-page.tsx';
import { PeoplePage } from './people-page.tsx';
import styles from './staff-place.module.css';

/** Staff: who works here, with which role. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t`Staff`}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            { to: '/staff/people', label: <Trans>People</Trans> },
            { to: '/staff/invitations', label: <Trans>Invitations</Trans> },
          ]}
        />
      </BarContent>
      <div className={styles.place}>
        <Routes>
          <Route path="people" element={<PeoplePage />} />
          <Route path="invitations" element={<InvitationsPage />} />
          <Route path="*" element={<Navigate to="/staff/people" replace />} />
        </Routes>
      </div>
    </>
  );
}
