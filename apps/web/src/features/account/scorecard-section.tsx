import { Skeleton } from '@sangwian/ui/skeleton';
import { lazy, Suspense } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';
import styles from './scorecard-section.module.css';

/** Loaded late with its catalogue. If that fails, the rest of the account works without it. */
const SeasonSection = lazy(async () => {
  const loaded = await Promise.all([
    import('../scorecard/season-section.tsx'),
    needCatalogue('peaks'),
  ]).catch(() => null);
  return { default: loaded === null ? () => null : loaded[0].SeasonSection };
});

/** How often the member's scorecards named the judges' winner. */
export function ScorecardSection() {
  return (
    <Suspense fallback={<Skeleton shape="fill" className={styles.waiting} />}>
      <SeasonSection />
    </Suspense>
  );
}
