import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { Skeleton } from '@sangwian/ui/skeleton';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { PictureClock } from '../../shared/in-step/picture-clock.ts';
import styles from './scorecard.module.css';

interface ScorecardProps {
  /** The bout as the video shows it. */
  readonly match: Match;
  readonly clock: PictureClock;
}

type Panel = ComponentType<ScorecardProps>;

const load = async (): Promise<Panel> =>
  (await import('../scorecard/scorecard-panel.tsx')).ScorecardPanel;

/** The code of the panel may be missing because the network is lost. The rest of the live still works. */
function createPanel(onFailed: () => void) {
  return lazy(async () => {
    const panel: Panel = await load().catch(() => {
      onFailed();
      return () => null;
    });
    return { default: panel };
  });
}

/** The fan's scorecard, loaded when its tab opens. */
export function ScorecardTab(props: ScorecardProps) {
  const { t } = useLingui();
  const [hasFailed, setHasFailed] = useState(false);
  const create = () => createPanel(() => setHasFailed(true));
  const [Shown, setShown] = useState(create);
  if (hasFailed) {
    const retry = () => {
      setHasFailed(false);
      setShown(create);
    };
    return (
      <p role="alert" className={styles.failed}>
        {t`The scorecard could not be loaded.`}{' '}
        <button type="button" className={styles.retry} onClick={retry}>
          {t`Try again`}
        </button>
      </p>
    );
  }
  return (
    <Suspense fallback={<Skeleton shape="fill" className={styles.waiting} />}>
      <Shown {...props} />
    </Suspense>
  );
}
