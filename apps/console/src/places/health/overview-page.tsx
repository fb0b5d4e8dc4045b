import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { QueryView, Skeleton } from '../../shared/ui/states.tsx';
import { DatabasePanel, LedgerPanel, QueuesPanel, SocketsPanel } from './fact-panels.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import styles from './health-place.module.css';
import { MediaPanel } from './media-panel.tsx';
import { NodesPanel } from './nodes-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';

/** Loaded after the first screen, because the findings are more urgent than the charts. */
const ChartsPanel = lazy(async () => ({
  default: (await import('./charts-panel.tsx')).ChartsPanel,
}));

/** The current problems and passed checks, with charts of the figures below. */
export function OverviewPage() {
  const query = useQuery(staffQuery('GET /operator/health', {}, 'health'));
  return (
    <div className={styles.place}>
      <QueryView query={query} rows={12}>
        {(health) => (
          <div className={styles.board}>
            <div className={styles.column}>
              <FindingsPanel health={health} />
              <Suspense fallback={<Skeleton rows={6} />}>
                <ChartsPanel />
              </Suspense>
              <NodesPanel nodes={health.nodes} />
              <MediaPanel media={health.media} />
            </div>
            <div className={styles.column}>
              <DatabasePanel health={health} />
              <QueuesPanel health={health} />
              <LedgerPanel health={health} />
              <SocketsPanel sockets={health.sockets} />
              <TasksPanel tasks={health.tasks} />
            </div>
          </div>
        )}
      </QueryView>
    </div>
  );
}
