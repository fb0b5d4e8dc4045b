import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LivePlayback, PlaybackReport } from '@sangwian/contract/endpoints/operator/playback';
import { useQuery } from '@tanstack/react-query';
import { MonitorPlay } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { useFigures } from './figures.ts';
import styles from './health-place.module.css';
import { LiveQualityPanel } from './live-quality-panel.tsx';
import own from './quality-page.module.css';

const useTitleOf = () => {
  const isThai = useLanguage() === 'TH';
  return ({ title }: Pick<LivePlayback, 'title'>) => (isThai ? title.th : title.en);
};

/** One warning for each live whose picture players report as stopped now. */
function StoppedNow({ lives }: { readonly lives: readonly LivePlayback[] }) {
  const titleOf = useTitleOf();
  const { t } = useLingui();
  return lives.flatMap((live) =>
    live.stopped
      .filter(({ ongoing }) => ongoing)
      .map(({ from, sessions }) => (
        <Notice key={live.program_live_id} tone="warn" title={t`Stopped picture: ${titleOf(live)}`}>
          <Trans>
            Players of <Plural value={sessions} one="# session" other="# sessions" /> report a
            stopped picture since <Moment at={from} />. Compare it with the source under Tonight.
          </Trans>
        </Notice>
      )),
  );
}

interface LivesTableProps {
  readonly lives: readonly LivePlayback[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function LivesTable({ lives, chosen, onChoose }: LivesTableProps) {
  const { t } = useLingui();
  const titleOf = useTitleOf();
  const { seconds, percent, count } = useFigures();
  return (
    <div className={styles.scroll}>
      <table className={own.table}>
        <thead>
          <tr>
            <th scope="col">{t`Live title`}</th>
            <th scope="col">{t`Watch sessions`}</th>
            <th scope="col">{t`Join time, p50 / p95`}</th>
            <th scope="col">{t`With a stall`}</th>
            <th scope="col">{t`Stall per hour`}</th>
            <th scope="col">{t`Latency, p50 / p95`}</th>
          </tr>
        </thead>
        <tbody>
          {lives.map((live) => (
            <tr key={live.program_live_id} data-chosen={live.program_live_id === chosen}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={live.program_live_id === chosen}
                  onClick={() => onChoose(live.program_live_id)}
                >
                  {titleOf(live)}
                </button>
                <span className={styles.note}>
                  <Moment at={live.last_report_at} />{' '}
                  {live.status === 'in_progress' ? <Chip tone="ok">{t`On air`}</Chip> : null}{' '}
                  {live.stopped.length > 0 ? <Chip tone="warn">{t`Stopped picture`}</Chip> : null}
                </span>
              </th>
              <td>{count(live.sessions)}</td>
              <td>
                {seconds(live.join_p50_ms)} / {seconds(live.join_p95_ms)}
              </td>
              <td>{percent(live.stalled_share)}</td>
              <td>
                {seconds(live.stall_s_per_hour === null ? null : live.stall_s_per_hour * 1_000)}
              </td>
              <td>
                {seconds(live.latency_p50_ms)} / {seconds(live.latency_p95_ms)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Report({ report }: { readonly report: PlaybackReport }) {
  const { t } = useLingui();
  const titleOf = useTitleOf();
  const [search, setSearch] = useSearchParams();
  const { lives, faults, sample_every: every } = report;
  const chosen =
    lives.find(({ program_live_id: id }) => id === search.get('live')) ?? lives[0] ?? null;
  return (
    <>
      <StoppedNow lives={lives} />
      <div className={own.board} data-alone={chosen === null}>
        <div className={styles.column}>
          <Panel
            title={t`Picture quality`}
            note={
              every === 0 ? (
                <Trans>Reports are off (TELEMETRY_SAMPLE)</Trans>
              ) : (
                <Trans>7 days, estimated from 1 of {every} browsers</Trans>
              )
            }
          >
            {chosen === null ? (
              <Empty icon={MonitorPlay} title={t`No report yet`}>
                <Trans>
                  Players report join time, stalls and latency every half minute while a live runs.
                </Trans>
              </Empty>
            ) : (
              <LivesTable
                lives={lives}
                chosen={chosen.program_live_id}
                onChoose={(live) => setSearch({ live }, { replace: true })}
              />
            )}
          </Panel>
          <FaultsPanel faults={faults} />
        </div>
        {chosen === null ? null : <LiveQualityPanel live={chosen} title={titleOf(chosen)} />}
      </div>
    </>
  );
}

/** What players and pages report: the quality of the picture for each live, and errors of the site's scripts. */
export function QualityPage() {
  const query = useQuery(staffQuery('GET /operator/playback', {}, 'health'));
  return (
    <div className={own.page}>
      <QueryView query={query} rows={8}>
        {(report) => <Report report={report} />}
      </QueryView>
    </div>
  );
}
