import { Plural, Trans } from '@lingui/react/macro';
import type { StreamFinding } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import { useFindingText } from './finding-text.ts';
import { soundAlarm } from './sound-alarm.ts';
import styles from './tonight.module.css';

/** Loaded after the first screen: the findings say what is wrong, the charts since when. */
const StreamCharts = lazy(async () => ({
  default: (await import('./stream-charts.tsx')).StreamCharts,
}));

const READ_MS = 5_000;

export const useStream = (programLiveId: ProgramLiveId) =>
  useQuery({
    ...staffQuery(
      'GET /operator/show/stream',
      { query: { program_live_id: programLiveId } },
      'show',
    ),
    // The findings depend on time, such as a missing report, and nothing announces that.
    refetchInterval: READ_MS,
  });

const ICONS = { problem: TriangleAlert, advice: Info, fine: CircleCheck } as const;

function Findings({ findings }: { readonly findings: readonly StreamFinding[] }) {
  const textOf = useFindingText();
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => {
        const { title, advice } = textOf(finding);
        const Icon = ICONS[finding.level];
        return (
          <li key={finding.finding} className={styles[finding.level]}>
            <Icon size={16} aria-hidden="true" />
            <div>
              <b>{title}</b>
              {advice === null ? null : <span>{advice}</span>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Sounds once when a problem begins. */
function useAlarm(findings: readonly StreamFinding[] | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (findings === undefined) return;
    const problems = new Set(
      findings.filter(({ level }) => level === 'problem').map(({ finding }) => finding),
    );
    // What was wrong when the place opened is seen, not heard.
    const isNew = known.current !== null && [...problems].some((one) => !known.current?.has(one));
    known.current = problems;
    if (isNew) soundAlarm();
  }, [findings]);
}

/** The health of the picture in words with advice, and thirty minutes of it. */
export function HealthPanel({ programLiveId }: { readonly programLiveId: ProgramLiveId }) {
  const query = useStream(programLiveId);
  useAlarm(query.data?.findings);
  const findings = query.data?.findings ?? [];
  const problems = findings.filter(({ level }) => level === 'problem');
  const advised = findings.filter(({ level }) => level === 'advice');
  return (
    <section className={classNames(styles.panel, styles.health)} aria-labelledby="tonight-health">
      <div className={styles.head}>
        <h2 id="tonight-health">
          <Trans>Stream health</Trans>
        </h2>
        <span role="status">
          {problems.length > 0 ? (
            <Chip tone="warn">
              <Plural value={problems.length} one="# thing to fix" other="# things to fix" />
            </Chip>
          ) : null}
        </span>
        {problems.length === 0 && advised.length === 0 && query.data !== undefined ? (
          <Chip tone="ok">
            <Trans>All fine</Trans>
          </Chip>
        ) : null}
        <span className={styles.gap} />
        <span className={styles.dim}>
          <Trans>Last 30 minutes</Trans>
        </span>
      </div>
      <QueryView query={query} rows={4}>
        {(stream) => (
          <div className={styles.healthBody}>
            <Findings findings={stream.findings} />
            <Suspense fallback={<div className={styles.charts} />}>
              <StreamCharts stream={stream} />
            </Suspense>
          </div>
        )}
      </QueryView>
    </section>
  );
}
