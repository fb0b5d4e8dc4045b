import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { OverviewPage } from './overview-page.tsx';

// The findings load first. Tables and texts load with the first page that shows them.
const JobsPage = lazy(async () => ({ default: (await import('./jobs-page.tsx')).JobsPage }));
const QualityPage = lazy(async () => ({
  default: (await import('./quality-page.tsx')).QualityPage,
}));
const RunbooksPage = lazy(async () => ({
  default: (await import('./runbooks-page.tsx')).RunbooksPage,
}));

/** Health: the state of the system, the picture that fans see, its jobs, and the runbooks. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t({ message: 'Health', context: 'of the system' })}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            { to: '/health/now', label: <Trans>Now</Trans> },
            { to: '/health/quality', label: <Trans>Picture quality</Trans> },
            { to: '/health/jobs', label: <Trans>Jobs</Trans> },
            { to: '/health/runbooks', label: <Trans>Runbooks</Trans> },
          ]}
        />
      </BarContent>
      <Suspense fallback={<Skeleton rows={8} />}>
        <Routes>
          <Route path="now" element={<OverviewPage />} />
          <Route path="quality" element={<QualityPage />} />
          <Route path="jobs" element={<JobsPage />} />
          <Route path="runbooks" element={<RunbooksPage />} />
          <Route path="runbooks/:name" element={<RunbooksPage />} />
          <Route path="*" element={<Navigate to="/health/now" replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
