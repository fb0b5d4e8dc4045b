import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { useChat } from '../../shared/chat/use-chat.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import styles from './chat-place.module.css';
import { LivePage } from './live-page.tsx';

// Moderators start on the live chat page. The tables load with the first page that shows one.
const AppealsPage = lazy(async () => ({
  default: (await import('./appeals-page.tsx')).AppealsPage,
}));
const CasesPage = lazy(async () => ({ default: (await import('./cases-page.tsx')).CasesPage }));
const ClipsPage = lazy(async () => ({ default: (await import('./clips-page.tsx')).ClipsPage }));
const RemovedPage = lazy(async () => ({
  default: (await import('./removed-page.tsx')).RemovedPage,
}));
const WordsPage = lazy(async () => ({ default: (await import('./words-page.tsx')).WordsPage }));

/** Chat: the feed with held messages, fans' reports and appeals, removed messages, and the word list. */
export function Component() {
  const { t } = useLingui();
  const waiting = useChat().data?.waiting_cases ?? 0;
  return (
    <>
      <BarContent title={t`Chat`}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            { to: '/chat/live', label: <Trans>Live</Trans> },
            {
              to: '/chat/reports',
              label: (
                <>
                  <Trans>Reports</Trans>
                  {waiting > 0 ? <strong className={styles.count}>{waiting}</strong> : null}
                </>
              ),
            },
            { to: '/chat/appeals', label: <Trans>Appeals</Trans> },
            { to: '/chat/clips', label: <Trans>Clips</Trans> },
            { to: '/chat/removed', label: <Trans>Removed</Trans> },
            { to: '/chat/words', label: <Trans>Words</Trans> },
          ]}
        />
      </BarContent>
      <div className={styles.place}>
        <Suspense fallback={<Skeleton rows={8} />}>
          <Routes>
            <Route path="live" element={<LivePage />} />
            <Route path="reports" element={<CasesPage />} />
            <Route path="appeals" element={<AppealsPage />} />
            <Route path="clips" element={<ClipsPage />} />
            <Route path="removed" element={<RemovedPage />} />
            <Route path="words" element={<WordsPage />} />
            <Route path="*" element={<Navigate to="/chat/live" replace />} />
          </Routes>
        </Suspense>
      </div>
    </>
  );
}
