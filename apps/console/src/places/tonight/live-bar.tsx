import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Show, ShowLive } from '@sangwian/contract/endpoints/operator/show';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Ban, Eye, Play, Square } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { BarContent } from '../../shared/ui/bar-content.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import base from './base.module.css';
import { formatClock } from './clock.ts';
import styles from './live-bar.module.css';
import { useActs } from './use-act.ts';
import { useServerNow } from './use-server-now.ts';

const CancelLiveDialog = lazy(() => import('./cancel-live-dialog.tsx'));

interface Props {
  readonly show: Show;
  readonly live: ShowLive;
  readonly readAtMs: number;
}

function EndDialog({
  show,
  live,
  onClose,
}: Omit<Props, 'readAtMs'> & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const names = useNames();
  const { run, isBusy } = useActs();
  const open = show.bouts.filter(({ result }) => result === null).length;
  return (
    <ConfirmDialog
      title={t`End the live?`}
      description={
        <>
          <Plural
            value={live.viewers}
            one="# fan is watching now."
            other="# fans are watching now."
          />{' '}
          {open === 0 ? (
            <Trans>Every bout has a result.</Trans>
          ) : (
            <Plural
              value={open}
              one="# bout has no result yet."
              other="# bouts have no result yet."
            />
          )}
        </>
      }
      typed={names.of(live.title)}
      action={t`End the live`}
      isDanger
      isBusy={isBusy}
      onConfirm={async () => {
        const of = { id: live.program_live_id, version: live.version };
        if (await run('POST /operator/show/lives/{program_live_id}/end', of)) onClose();
      }}
      onClose={onClose}
    />
  );
}

function StartDialog({
  show,
  live,
  onClose,
}: Omit<Props, 'readAtMs'> & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  return (
    <ConfirmDialog
      title={t`Start the live?`}
      description={
        <>
          <Plural
            value={show.bouts.length}
            one="# bout is on the card."
            other="# bouts are on the card."
          />{' '}
          <Trans>Fans can watch from now on.</Trans>
        </>
      }
      action={t`Start the live`}
      isBusy={isBusy}
      onConfirm={async () => {
        const of = { id: live.program_live_id, version: live.version };
        if (await run('POST /operator/show/lives/{program_live_id}/start', of)) onClose();
      }}
      onClose={onClose}
    />
  );
}

/** The live's state in the bar: time on air, viewers, and the button that starts or ends it. */
export function LiveBar({ show, live, readAtMs }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const mayDirect = useMay('direct_show');
  const mayCorrect = useMay('correct_results');
  const { role } = useMe();
  const isLocked = useWritesLocked();
  const { isBusy } = useActs();
  const [dialog, setDialog] = useState<'start' | 'end' | 'cancel' | null>(null);
  const nowMs = useServerNow(show.server_time, readAtMs, 1_000);
  const { status } = live;
  const off = isBusy || isLocked;
  // A cancellation returns coins at once. The API allows it only to owners, and only between bouts.
  const mayCancel = mayCorrect && role === 'owner' && status !== 'ended';
  const isFighting = show.bouts.some((bout) => bout.status === 'in_progress');
  const cancelCommand = { id: 'cancel-live', label: t`Cancel the live…` } as const;
  const cancel = () => setDialog('cancel');
  const group = t`Tonight`;
  useCommands(
    mayCancel ? [{ ...cancelCommand, group, disabled: off || isFighting, run: cancel }] : [],
  );
  useCommands(
    mayDirect && status !== 'ended'
      ? [
          status === 'in_progress'
            ? {
                id: 'end-live',
                label: t`End the live…`,
                group,
                disabled: off,
                run: () => setDialog('end'),
              }
            : {
                id: 'start-live',
                label: t`Start the live…`,
                group,
                disabled: off,
                run: () => setDialog('start'),
              },
        ]
      : [],
  );
  return (
    <>
      <BarContent title={names.of(live.title)}>
        <span data-crowded className={styles.stadium}>
          {names.of(live.stadium)}
        </span>
        {status === 'in_progress' ? (
          <>
            <span className={styles.tally}>
              <Trans>ON AIR</Trans>
            </span>
            <span className={styles.figure}>
              <span className={styles.figureValue}>
                {formatClock((nowMs - Date.parse(live.began_at)) / 1_000)}
              </span>
            </span>
            <span className={styles.figure}>
              <Eye size={16} aria-hidden="true" />
              <span className={styles.figureValue}>{formatCoins(live.viewers)}</span>
              <span className={styles.figureWord}>
                <Trans>watching</Trans>
              </span>
            </span>
          </>
        ) : (
          <span className={base.dim}>
            {status === 'ended' ? <Trans>The live is over</Trans> : <Trans>Not on air</Trans>}
          </span>
        )}
        <span className={base.gap} />
        {mayCancel ? (
          <IconButton
            icon={Ban}
            label={cancelCommand.label}
            disabled={off || isFighting}
            onClick={cancel}
          />
        ) : null}
        {mayDirect && status === 'in_progress' ? (
          <Button
            variant="danger"
            icon={Square}
            className={styles.end}
            disabled={off}
            onClick={() => setDialog('end')}
          >
            <Trans>End live…</Trans>
          </Button>
        ) : null}
        {mayDirect && status === 'not_started' ? (
          <Button variant="primary" icon={Play} disabled={off} onClick={() => setDialog('start')}>
            <Trans>Start live…</Trans>
          </Button>
        ) : null}
      </BarContent>
      {dialog === 'end' && status === 'in_progress' ? (
        <EndDialog show={show} live={live} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'cancel' && mayCancel ? (
        <Suspense fallback={null}>
          <CancelLiveDialog show={show} live={live} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {dialog === 'start' && status === 'not_started' ? (
        <StartDialog show={show} live={live} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}
