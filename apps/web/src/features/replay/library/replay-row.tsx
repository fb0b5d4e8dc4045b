import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '../../../shared/api/api-query.ts';
import { ReplayCard } from './replay-card.tsx';
import styles from './replay-row.module.css';

const LINES_MAX = 4;

/** The latest replays on the home page; nothing without any. */
export function ReplayRow({ nowMs }: { readonly nowMs: number }) {
  const { t } = useLingui();
  const id = useId();
  const { data } = useQuery(apiQuery('GET /replay', { query: { limit: LINES_MAX } }));
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {t`Replays`}
        </h2>
        <Link to="/replays" className={styles.more}>
          {t`All replays`}
        </Link>
      </header>
      <ul className={styles.row}>
        {data.map((line) => (
          <ReplayCard key={line.program_live_id} line={line} nowMs={nowMs} level="h3" />
        ))}
      </ul>
    </section>
  );
}
