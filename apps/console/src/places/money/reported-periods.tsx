import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OutageReport } from '@sangwian/contract/endpoints/operator/outages';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import layout from '../../shared/ui/place.module.css';

type Period = OutageReport['reported'][number];

interface ConfirmProps {
  readonly report: OutageReport;
  readonly period: Period;
  readonly onClose: () => void;
}

function Confirm({ report, period, onClose }: ConfirmProps) {
  const { t } = useLingui();
  const [confirm, isBusy] = useWrite('POST /operator/outage/{program_live_id}/confirm');
  const run = async (reason: string) => {
    const answer = await confirm({
      params: { program_live_id: report.program_live_id },
      body: { from: period.from, to: period.to, reason },
    });
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
    onClose();
    if (answer !== null) showToast('done', t`The period counts as an outage`);
  };
  return (
    <ConfirmDialog
      title={t`Count this period as an outage`}
      description={
        <Trans>
          Reports of browsers can be wrong. Check the source and your provider first. No coins move
          now: the refund is a second step.
        </Trans>
      }
      action={t`Count as an outage`}
      asksReason
      isBusy={isBusy}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    />
  );
}

/** The periods in which players reported a stopped picture. An operator can count them as outages. */
export function ReportedPeriods({ report }: { readonly report: OutageReport }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [asked, setAsked] = useState<Period | null>(null);
  return (
    <>
      {report.reported.map((period) => (
        <div key={period.from} className={layout.actions}>
          <span>
            <Moment at={period.from} /> – <Moment at={period.to} /> ·{' '}
            <Plural value={period.sessions} one="# session" other="# sessions" />
          </span>
          {period.confirmed_by === null ? null : (
            <Chip tone="ok">{t`Confirmed by ${period.confirmed_by}`}</Chip>
          )}
          {period.confirmed_by === null && report.refund === null ? (
            <Button disabled={isLocked} onClick={() => setAsked(period)}>
              {t`Count as an outage`}…
            </Button>
          ) : null}
        </div>
      ))}
      {asked === null ? null : (
        <Confirm report={report} period={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
