import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useMay } from '../../shared/session/permissions.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { ListPage } from './list-page.tsx';

const MemberPage = lazy(async () => ({ default: (await import('./member-page.tsx')).MemberPage }));
const AppealsPage = lazy(async () => ({
  default: (await import('./appeals-page.tsx')).AppealsPage,
}));
const AdjustmentsPage = lazy(async () => ({
  default: (await import('./adjustments-page.tsx')).AdjustmentsPage,
}));

function PlaceBar() {
  const { t } = useLingui();
  const adjusts = useMay('adjust_coins');
  const suspends = useMay('suspend_members');
  return (
    <BarContent title={t`Members`}>
      {adjusts || suspends ? (
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            { to: '/members', label: <Trans>Everybody</Trans> },
            ...(suspends ? [{ to: '/members/appeals', label: <Trans>Appeals</Trans> }] : []),
            ...(adjusts
              ? [{ to: '/members/adjustments', label: <Trans>Coin adjustments</Trans> }]
              : []),
          ]}
        />
      ) : null}
    </BarContent>
  );
}

/** Members: the list, one member with its timeline, appeals, and coin adjustments that wait for a second person. */
export function Component() {
  const adjusts = useMay('adjust_coins');
  const suspends = useMay('suspend_members');
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Routes>
        <Route
          index
          element={
            <>
              <PlaceBar />
              <ListPage />
            </>
          }
        />
        {suspends ? (
          <Route
            path="appeals"
            element={
              <>
                <PlaceBar />
                <AppealsPage />
              </>
            }
          />
        ) : null}
        {adjusts ? (
          <Route
            path="adjustments"
            element={
              <>
                <PlaceBar />
                <AdjustmentsPage />
              </>
            }
          />
        ) : null}
        <Route path=":memberId" element={<MemberPage />} />
        <Route path="*" element={<Navigate to="/members" replace />} />
      </Routes>
    </Suspense>
  );
}
