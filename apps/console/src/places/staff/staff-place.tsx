import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Route, Routes } from 'react-router';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import layout from '../../shared/ui/place.module.css';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AuditPage } from './audit-page.tsx';
import { InvitationsPage } from './invitations-page.tsx';
import { PeoplePage } from './people-page.tsx';

/** Staff & audit: the accounts with their roles, and the audit. */
export function Component() {
  const { t } = useLingui();
  const managesStaff = useMay('manage_staff');
  const tabs = [
    ...(managesStaff
      ? [
          { to: '/staff/people', label: <Trans>People</Trans> },
          { to: '/staff/invitations', label: <Trans>Invitations</Trans> },
        ]
      : []),
    { to: '/staff/audit', label: <Trans>Audit</Trans> },
  ];
  const first = managesStaff ? '/staff/people' : '/staff/audit';
  return (
    <>
      <BarContent title={managesStaff ? t`Staff & audit` : t`Audit`}>
        {managesStaff ? <Tabs label={t`Pages of this place`} tabs={tabs} /> : null}
      </BarContent>
      <div className={layout.place}>
        <Routes>
          {managesStaff ? (
            <>
              <Route path="people" element={<PeoplePage />} />
              <Route path="invitations" element={<InvitationsPage />} />
            </>
          ) : null}
          <Route path="audit" element={<AuditPage />} />
          <Route path="*" element={<Navigate to={first} replace />} />
        </Routes>
      </div>
    </>
  );
}
