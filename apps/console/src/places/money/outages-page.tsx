import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OutageLine, OutageReport } from '@sangwian/contract/endpoints/operator/outages';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useLanguage } from '../../shared/language/language.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import { ReportedPeriods } from './reported-periods.tsx';

/** Formats a duration in minutes and seconds, as `6:40`. */
const lengthOf = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const useTitle = () => {
  const isThai = useLanguage() === 'TH';
  return ({ title }: Pick<OutageLine, 'title'>) => (isThai ? title.th : title.en);
};

function RefundState({ refund, offered }: Pick<OutageLine, 'refund' | 'offered'>) {
  const { t } = useLingui();
  if (refund === null && !offered) return <Chip>{t`Reported by players`}</Chip>;
  if (refund === null) return <Chip tone="warn">{t`Not refunded`}</Chip>;
  if (refund.finished_at !== null) return <Chip tone="ok">{t`Refunded`}</Chip>;
  const { members_done: done, members } = refund;
  return <Chip>{t`${done} of ${plural(members, { one: '# member', other: '# members' })}`}</Chip>;
}

function Affected({ report }: { readonly report: OutageReport }) {
  const { t } = useLingui();
  return (
    <div className={layout.scroll}>
      <table className={layout.table}>
        <thead>
          <tr>
            <th scope="col">{t`Member`}</th>
            <th scope="col">{t`Without a picture`}</th>
            <th scope="col">{t`Coins back`}</th>
          </tr>
        </thead>
        <tbody>
          {report.affected.map((one) => (
            <tr key={one.member_id}>
              <td>
                <Link to={`/members/${one.member_id}`}>{one.name === '' ? '–' : one.name}</Link>
              </td>
              <td className={layout.number}>{lengthOf(one.missed_ms)}</td>
              <td className={layout.number}>
                {one.via === 'coins' ? formatCoins(one.coins) : t`unlocked by a code: no coins`}{' '}
                {one.refunded ? <Chip tone="ok">{t`Refunded`}</Chip> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RefundDialog({ report, onClose }: { report: OutageReport; onClose: () => void }) {
  const { t } = useLingui();
  // Each dialog has one id, so a repeated click requests the same refund.
  const [id] = useState(() => crypto.randomUUID());
  const [order, isBusy] = useWrite('POST /operator/outage/{program_live_id}/refund');
  const coins = t`${plural(report.coins, { one: '# coin', other: '# coins' })}`;
  const run = async (reason: string) => {
    const answer = await order({
      params: { program_live_id: report.program_live_id },
      body: {
        ...{ outage_refund_id: id, expected_coins: report.coins, reason },
        expected_members: report.members,
      },
    });
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
    onClose();
    if (answer !== null)
      showToast(
        'done',
        t`${plural(report.coins, { one: '# coin is', other: '# coins are' })} going back`,
      );
  };
  return (
    <ConfirmDialog
      title={t`Refund the unlocks of this live`}
      description={
        <Plural
          value={report.members}
          one={`# member keeps the live and gets back ${coins}. This cannot be undone.`}
          other={`# members keep the live and get back ${coins}. This cannot be undone.`}
        />
      }
      action={t`Return ${plural(report.coins, { one: '# coin', other: '# coins' })}`}
      asksReason
      isDanger
      isBusy={isBusy}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    />
  );
}

function Report({ report }: { readonly report: OutageReport }) {
  const { t } = useLingui();
  const titleOf = useTitle();
  const isLocked = useWritesLocked();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title={titleOf(report)}
      note={<RefundState {...report} />}
      className={layout.main}
      actions={
        report.refund === null && report.offered ? (
          <Button
            icon={RotateCcw}
            variant="primary"
            disabled={isLocked || report.coins === 0}
            onClick={() => setAsking(true)}
          >
            <Trans>
              Return <Plural value={report.coins} one="# coin" other="# coins" />…
            </Trans>
          </Button>
        ) : null
      }
    >
      <div className={layout.body}>
        <Link to="/money/outages">
          <ArrowLeft size={14} aria-hidden="true" /> <Trans>All outages</Trans>
        </Link>
        <dl className={layout.facts}>
          <dt>{t`Without a picture`}</dt>
          <dd>{lengthOf(report.missing_ms)}</dd>
          <dt>{t`Worst bout`}</dt>
          <dd>{Math.round(report.worst_share * 100)} %</dd>
          <dt>{t`Gaps`}</dt>
          <dd>
            {report.gaps.length === 0 ? '–' : null}
            {report.gaps.map((gap) => (
              <div key={gap.from}>
                <Moment at={gap.from} /> · {lengthOf(Date.parse(gap.to) - Date.parse(gap.from))}
              </div>
            ))}
          </dd>
          {report.reported.length === 0 ? null : (
            <>
              <dt>{t`Reported by players`}</dt>
              <dd>
                <ReportedPeriods report={report} />
              </dd>
            </>
          )}
          {report.refund === null ? null : (
            <>
              <dt>{t`Refund`}</dt>
              <dd>
                {formatCoins(report.refund.coins)} · {report.refund.by} · {report.refund.reason}
              </dd>
            </>
          )}
        </dl>
        <Affected report={report} />
      </div>
      {isAsking ? <RefundDialog report={report} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

function ReportPage({ programLiveId }: { readonly programLiveId: ProgramLiveId }) {
  const query = useQuery(
    staffQuery(
      'GET /operator/outage/{program_live_id}',
      { params: { program_live_id: programLiveId } },
      'orders',
    ),
  );
  return (
    <div className={layout.place}>
      <QueryView query={query} rows={8}>
        {(report) => <Report report={report} />}
      </QueryView>
    </div>
  );
}

/** Lives whose video was out for longer than the promised limit, with the refund of their unlocks. */
export function OutagesPage() {
  const { t } = useLingui();
  const titleOf = useTitle();
  const [search] = useSearchParams();
  const chosen = search.get('live');
  const query = useQuery(staffQuery('GET /operator/outage', {}, 'orders'));
  if (chosen !== null) return <ReportPage programLiveId={chosen as ProgramLiveId} />;
  return (
    <div className={layout.place}>
      <Panel title={t`Outages`} className={layout.main}>
        <QueryView query={query} rows={6}>
          {(lives) =>
            lives.length === 0 ? (
              <Empty icon={CircleCheck} title={t`No outage above the promise`}>
                <Trans>
                  A paid live appears here after its end if its picture was away for five minutes in
                  all, or a tenth of a bout, or if players reported a stopped picture.
                </Trans>
              </Empty>
            ) : (
              <table className={layout.table}>
                <thead>
                  <tr>
                    <th scope="col">{t`Paid live`}</th>
                    <th scope="col">{t`Ended`}</th>
                    <th scope="col">{t`Without a picture`}</th>
                    <th scope="col">{t`State`}</th>
                  </tr>
                </thead>
                <tbody>
                  {lives.map((live) => (
                    <tr key={live.program_live_id}>
                      <td>
                        <Link to={`/money/outages?live=${live.program_live_id}`}>
                          {titleOf(live)}
                        </Link>
                      </td>
                      <td>
                        <Moment at={live.ended_at} />
                      </td>
                      <td className={layout.number}>{lengthOf(live.missing_ms)}</td>
                      <td>
                        <RefundState {...live} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </QueryView>
      </Panel>
    </div>
  );
}
