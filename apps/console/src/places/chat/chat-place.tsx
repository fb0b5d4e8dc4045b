import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Route, Routes } from 'react-router';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { AppealsPage } from './appeals-page.tsx';
import { CasesPage } from './cases-page.tsx';
import styles from './chat-place.module.css';
import { LivePage } from './live-page.tsx';
import { RemovedPage } from './removed-page.tsx';
import { WordsPage } from './words-page.tsx';

/** Chat: the feed with held messages, reports and appeals of fans, removed messages, and the word list. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <BarContent title={t`Chat`}>
        <Tabs
          label={t`Pages of this place`}
          tabs={[
            { to: '/chat/live', label: <Trans>Live</Trans> },
            { to: '/chat/reports', label: <Trans>Reports</Trans> },
            { to: '/chat/appeals', label: <Trans>Appeals</Trans> },
            { to: '/chat/removed', label: <Trans>Removed</Trans> },
            { to: '/chat/words', label: <Trans>Words</Trans> },
          ]}
        />
      </BarContent>
      <div className={styles.place}>
        <Routes>
          <Route path="live" element={<LivePage />} />
          <Route path="reports" element={<CasesPage />} />
          <Route path="appeals" element={<AppealsPage />} />
          <Route path="removed" element={<RemovedPage />} />
          <Route path="words" element={<WordsPage />} />
          <Route path="*" element={<Navigate to="/chat/live" replace />} />
        </Routes>
      </div>
    </>
  );
}
