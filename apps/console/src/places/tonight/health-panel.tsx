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

/** Loaded after the first screen, because the findings are more urgent than the charts. */
const StreamCharts = lazy(async () => ({
  default: (await import('./stream-charts.tsx')).StreamCharts,
}));

/** Loaded after the first screen, because the backup signal is less urgent. */
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
    // Findings such as a missing report depend on time and are not announced, so the panel polls.
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

/** Plays one tone when a new problem appears. */
function useAlarm(findings: readonly StreamFinding[] | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (findings === undefined) return;
    const problems = new Set(
      findings.filter(({ level }) => level === 'problem').map(({ finding }) => finding),
    );
    // Problems that existed when the place opened are shown without a tone.
    const isNew = known.current !== null && [...problems].some((one) => !known.current?.has(one));
    known.current = problems;
    if (isNew) soundAlarm();
  }, [findings]);
}

/** The findings about the video with advice, and charts of the last thirty minutes. */
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
