import { Trans, useLingui } from '@lingui/react/macro';
import type {
  RestreamFailure,
  RestreamState,
  RestreamTarget,
} from '@sangwian/contract/endpoints/operator/restream';
import { LIMITS } from '@sangwian/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Age } from '../../shared/ui/age.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './restream-panel.module.css';

const RestreamDialog = lazy(() => import('./restream-dialog.tsx'));

/** The media process reports every two seconds. */
const READ_MS = 2_500;
const MEGABIT = 1_000_000;

/** Why the connection to a target is retried. */
function useFailureTexts(): Readonly<Record<RestreamFailure, string>> {
  const { t } = useLingui();
  return {
    no_ffmpeg: t`ffmpeg is missing on the media server`,
    address_refused: t`its address is in a private network`,
    unreachable: t`the server does not answer`,
    refused: t`the server refused the stream: check the stream key`,
    ended: t`the server ended the connection`,
    too_slow: t`the connection is too slow`,
    key_unreadable: t`its key cannot be read any more: remove it and add it again`,
  };
}

function State({ target }: { readonly target: RestreamTarget }) {
  const { t } = useLingui();
  const failures = useFailureTexts();
  const { state, since, failure, bitrate_bps: bitrate } = target;
  const names: Readonly<Record<RestreamState, string>> = {
    off: t`Off`,
    waiting: t`Waits for the stream`,
    connecting: t`Connecting`,
    sending: t`Sending`,
    retrying: t`Retrying`,
  };
  const tone = state === 'sending' ? 'ok' : state === 'retrying' ? 'warn' : 'plain';
  return (
    <span className={styles.state}>
      <Chip tone={tone}>{names[state]}</Chip>
      {since === null || state === 'connecting' ? null : (
        <span className={styles.figures}>
          <Age at={since} />
          {state === 'sending' ? ` · ${(bitrate / MEGABIT).toFixed(1)} Mbps` : null}
        </span>
      )}
      {failure === null ? null : <span className={styles.why}>{failures[failure]}</span>}
    </span>
  );
}

interface LineProps {
  readonly channelId: string;
  readonly target: RestreamTarget;
  readonly refresh: () => Promise<unknown>;
}

function Line({ channelId, target, refresh }: LineProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isRemoving, setRemoving] = useState(false);
  const [change, isChanging] = useWrite(
    'PUT /operator/channel/{channel_id}/restream/{restream_target_id}',
  );
  const [remove, isRemovingNow] = useWrite(
    'DELETE /operator/channel/{channel_id}/restream/{restream_target_id}',
  );
  const params = { channel_id: channelId, restream_target_id: target.restream_target_id };
  const set = async (isEnabled: boolean) => {
    await change({ params, body: { is_enabled: isEnabled } });
    await refresh();
  };
  const confirm = async () => {
    const done = await remove({ params });
    if (done !== null) setRemoving(false);
    await refresh();
  };
  return (
    <li className={styles.line}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={target.is_enabled}
          disabled={isChanging || isLocked}
          aria-label={t`Send to ${target.name}`}
          onChange={({ currentTarget }) => void set(currentTarget.checked)}
        />
        <span className={styles.names}>
          <bdi className={styles.name}>{target.name}</bdi>
          <span className={styles.url}>{target.url}</span>
        </span>
      </label>
      <State target={target} />
      <Button
        size="small"
        variant="danger"
        disabled={isLocked}
        aria-label={t`Remove ${target.name}`}
        onClick={() => setRemoving(true)}
      >
        <Trans>Remove</Trans>
      </Button>
      {isRemoving ? (
        <ConfirmDialog
          title={t`Remove ${target.name}`}
          description={t`The stream is no longer sent there, and the stream key is deleted.`}
          action={t`Remove the target`}
          isDanger
          isBusy={isRemovingNow}
          onConfirm={() => void confirm()}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </li>
  );
}

/** The servers to which a channel's stream is restreamed. */
export function RestreamPanel({ channelId }: { readonly channelId: string }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isAdding, setAdding] = useState(false);
  const query = staffQuery(
    'GET /operator/channel/{channel_id}/restream',
    { params: { channel_id: channelId } },
    'programme',
  );
  const { data } = useQuery({ ...query, refetchInterval: READ_MS });
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  if (data === undefined) return null;
  const { targets, is_available: isAvailable } = data;
  return (
    <section className={styles.panel} aria-label={t`Restreaming of ${channelId}`}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <Trans>Restreaming</Trans>
        </h3>
        <Button
          size="small"
          icon={Plus}
          disabled={isLocked || targets.length >= LIMITS.restreamTargetsMax}
          onClick={() => setAdding(true)}
        >
          <Trans>Add a target</Trans>
        </Button>
      </div>
      {isAvailable === false ? (
        <Notice tone="warn">
          <Trans>Restreaming needs ffmpeg. Install it on the media server, and restart it.</Trans>
        </Notice>
      ) : null}
      {targets.length === 0 ? (
        <p className={styles.empty}>
          <Trans>Send this stream on to YouTube, Facebook or a partner while it is on air.</Trans>
        </p>
      ) : (
        <ul className={styles.list}>
          {targets.map((target) => (
            <Line key={target.restream_target_id} {...{ channelId, target, refresh }} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <Suspense fallback={null}>
          <RestreamDialog
            channelId={channelId}
            refresh={refresh}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
