import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { StreamFinding } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { FindingList } from '../../shared/findings/finding-list.tsx';
import { useStreamFindingText } from '../../shared/findings/stream-finding-text.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import base from './base.module.css';
import styles from './health-panel.module.css';
import { soundAlarm } from './sound-alarm.ts';
import charts from './stream-charts.module.css';

/** Loaded after the first screen: the findings say what is wrong, the charts since when. */
const StreamCharts = lazy(async () => ({
  default: (await import('./stream-charts.tsx')).StreamCharts,
}));

/** The second signal matters once the first screen stands. */
const SignalsStrip = lazy(async () => ({
  default: (await import('../../shared/signals/signals-strip.tsx')).SignalsStrip,
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

function Findings({ findings }: { readonly findings: readonly StreamFinding[] }) {
  const { t } = useLingui();
  const textOf = useStreamFindingText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too.
    <section className={styles.findings} aria-label={t`Findings`} tabIndex={0}>
      <FindingList
        findings={findings.map((finding) => ({
          ...{ id: finding.finding, level: finding.level },
          ...textOf(finding),
        }))}
      />
    </section>
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

/** The health of the video in words with advice, and thirty minutes of it. */
export function HealthPanel({ programLiveId }: { readonly programLiveId: ProgramLiveId }) {
  const query = useStream(programLiveId);
  useAlarm(query.data?.findings);
  const findings = query.data?.findings ?? [];
  const problems = findings.filter(({ level }) => level === 'problem');
  const advised = findings.filter(({ level }) => level === 'advice');
  return (
    <section className={classNames(base.panel, styles.health)} aria-labelledby="tonight-health">
      <div className={base.head}>
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
        <span className={base.gap} />
        <span className={base.dim}>
          <Trans>Last 30 minutes</Trans>
        </span>
      </div>
      {query.data?.channel_id == null ? null : (
        <Suspense>
          <SignalsStrip channelId={query.data.channel_id} />
        </Suspense>
      )}
      <QueryView query={query} rows={4}>
        {(stream) => (
          <div className={styles.healthBody}>
            <Findings findings={stream.findings} />
            <Suspense fallback={<div className={charts.charts} />}>
              <StreamCharts stream={stream} />
            </Suspense>
          </div>
        )}
      </QueryView>
    </section>
  );
}
