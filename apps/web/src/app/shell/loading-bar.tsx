import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { finishLoading, loadingStore, startLoading } from '../../shared/loading-bar.ts';
import { useStore } from '../../shared/store.ts';
import styles from './loading-bar.module.css';

/** A thin bar at the top during a route change, which also shows a failure. */
export function LoadingBar() {
  const navigating = useNavigation().state !== 'idle';
  const state = useStore(loadingStore, 'idle');
  useEffect(() => {
    if (!navigating) return;
    startLoading();
    return finishLoading;
  }, [navigating]);
  return <div className={styles.bar} data-state={state} aria-hidden="true" />;
}
