import { Trans, useLingui } from '@lingui/react/macro';
import type {
  ChannelLadder,
  ChannelSignal,
  ChannelSignals,
} from '@sangwian/contract/endpoints/operator/signals';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { staffQuery } from '../api/staff-query.ts';
import { useWritesLocked } from '../live/connection.ts';
import { useMay } from '../session/permissions.ts';
import { useWrite } from '../toasts/use-write.ts';
import { Age } from '../ui/age.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNow } from '../use-now.ts';
import styles from './signals-strip.module.css';

/** The media process reports every five seconds, and reports a takeover within two. */
const READ_MS = 2_500;
const MEGABIT = 1_000_000;

interface SignalProps {
  readonly name: string;
  readonly signal: ChannelSignal | null;
  /** When viewers began to see this signal; `null` if they see the other one. */
  readonly shownSince: string | null;
}

/** One signal: its health, its figures, and whether viewers see it. */
function Signal({ name, signal, shownSince }: SignalProps) {
  const isShown = signal !== null && shownSince !== null;
  const fps = signal?.frame_rate == null ? null : Math.round(signal.frame_rate * 10) / 10;
  return (
    <li className={classNames(styles.signal, isShown && styles.shown)}>
      <b>{name}</b>
      {signal === null ? (
        <span className={styles.weak}>
          <Trans>not connected</Trans>
        </span>
      ) : (
        <>
          <Chip tone={signal.healthy ? 'ok' : 'warn'}>
            {signal.healthy ? <Trans>Healthy</Trans> : <Trans>No new picture</Trans>}
          </Chip>
          <span className={styles.figures}>
            {(signal.bitrate_bps / MEGABIT).toFixed(1)} Mbps
            {fps === null ? null : ` · ${fps} fps`} · {signal.protocol.toUpperCase()}
          </span>
          {signal.healthy || signal.last_picture_at === null ? null : (
            <span className={styles.weak}>
              <Trans>
                last picture <Age at={signal.last_picture_at} /> ago
              </Trans>
            </span>
          )}
        </>
      )}
      {isShown ? (
        <span className={styles.figures}>
          <Eye size={14} aria-hidden="true" />{' '}
          <Trans>
            shown for <Age at={shownSince} />
          </Trans>
        </span>
      ) : null}
    </li>
  );
}

/** The renditions that ffmpeg creates from the source, or the reason why it creates none. */
function Ladder({ ladder }: { readonly ladder: ChannelLadder }) {
  const { t } = useLingui();
  const { absence, renditions, dropped, cpu_cores: cores } = ladder;
  const why = {
    off: t`switched off`,
    few_cores: t`off: the machine has fewer than four cores`,
    no_ffmpeg: t`none: ffmpeg is missing`,
    no_encoder: t`none: ffmpeg lacks the encoder`,
  };
  return (
    <li className={styles.signal}>
      <b>
        <Trans>Smaller pictures</Trans>
      </b>
      <span
        className={absence === 'no_ffmpeg' || absence === 'no_encoder' ? styles.warn : styles.weak}
      >
        {absence !== null
          ? why[absence]
          : renditions.length === 0
            ? t`none now`
            : renditions.join(' · ')}
      </span>
      {cores === null || renditions.length === 0 ? null : (
        <span className={styles.figures}>
          <Trans>{cores.toFixed(1)} CPU cores</Trans>
        </span>
      )}
      {dropped.length === 0 ? null : (
        <Chip tone="warn">
          <Trans>Too slow for {dropped.join(', ')}</Trans>
        </Chip>
      )}
    </li>
  );
}

/** A button that switches back to the primary signal while the backup is shown. */
function ReturnButton({ channelId, signals }: { channelId: string; signals: ChannelSignals }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isAsking, setAsking] = useState(false);
  const [giveBack, isBusy] = useWrite('POST /operator/channel/{channel_id}/return-to-primary');
  const run = async (reason: string) => {
    const done = await giveBack({ params: { channel_id: channelId }, body: { reason } });
    if (done !== null) setAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        disabled={isLocked || isBusy || signals.primary?.healthy !== true}
        onClick={() => setAsking(true)}
      >
        <Trans>Back to the primary</Trans>
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t`Show the primary signal again`}
          description={t`Viewers see the primary from its next key frame on. They do nothing.`}
          action={t`Show the primary`}
          asksReason
          isBusy={isBusy}
          onConfirm={(reason) => void run(reason)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Returns({ at }: { readonly at: string }) {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - useNow()) / 1_000));
  return (
    <span className={styles.weak}>
      <Trans>The primary returns by itself in {seconds} s</Trans>
    </span>
  );
}

/** Shows both signals of a channel with their health and renditions. Refreshes automatically. */
export function SignalsStrip({ channelId }: { readonly channelId: string }) {
  const { t } = useLingui();
  const mayReturn = useMay('direct_show');
  const { data } = useQuery({
    ...staffQuery(
      'GET /operator/channel/{channel_id}/signals',
      { params: { channel_id: channelId } },
      'show',
    ),
    refetchInterval: READ_MS,
  });
  if (data === undefined || !data.publishing) return null;
  const { shown, shown_since: since } = data;
  return (
    <ul className={styles.strip} aria-label={t`Signals of ${channelId}`} aria-live="off">
      <Signal
        name={t`Primary`}
        signal={data.primary}
        shownSince={shown === 'primary' ? since : null}
      />
      <Signal
        name={t`Backup`}
        signal={data.backup}
        shownSince={shown === 'backup' ? since : null}
      />
      {shown === 'backup' && data.primary !== null ? (
        <li className={styles.signal}>
          {data.primary_returns_at === null ? null : <Returns at={data.primary_returns_at} />}
          {mayReturn ? <ReturnButton channelId={channelId} signals={data} /> : null}
        </li>
      ) : null}
      {data.ladder === null ? null : <Ladder ladder={data.ladder} />}
    </ul>
  );
}
