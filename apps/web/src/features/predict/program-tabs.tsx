import { useLingui } from '@lingui/react/macro';
import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import { ShowTime } from '../../shared/times/show-time.tsx';
import styles from './program-tabs.module.css';

/** Returns a function that names the state of a programme. */
export function useStatusWords(): (status: PredictProgram['status']) => string {
  const { t } = useLingui();
  return (status) =>
    ({ open: t`Open`, scoring: t`Scoring in progress`, final: t`Final scores` })[status];
}

interface ProgramTabsProps {
  readonly programs: readonly PredictProgram[];
  readonly current: string;
  readonly nowMs: number;
}

/** The current programmes as tabs. */
export function ProgramTabs({ programs, current, nowMs }: ProgramTabsProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const words = useStatusWords();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[href$="${current}"]`);
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft;
  }, [current]);
  return (
    <nav aria-label={t`Programmes`}>
      <ul ref={list} className={styles.tabs}>
        {programs.map((program) => (
          <li key={program.program_id}>
            <Link
              to={{ search: `?program=${program.program_id}` }}
              preventScrollReset
              replace
              aria-current={program.program_id === current ? 'page' : undefined}
              className={styles.tab}
            >
              <span className={styles.when}>
                <ShowTime at={program.starts_at} nowMs={nowMs} />
              </span>
              <span className={styles.title}>{text(program.title)}</span>
              <span className={styles.status} data-status={program.status}>
                {words(program.status)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
