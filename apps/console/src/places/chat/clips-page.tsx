import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { OperatorClip } from '@sangwian/contract/endpoints/operator/clips';
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { REASONS, useReasonNames } from '../../shared/chat/use-reason-names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './clips-page.module.css';

interface Verdict {
  readonly clip: OperatorClip;
  readonly keeps: boolean;
}

/** Fans' clips: those that wait for a moderator, or all of them. */
export function ClipsPage() {
  const { t } = useLingui();
  const [shows, setShows] = useState<'review' | 'all'>('review');
  const query = shows === 'review' ? { review: '1' as const } : {};
  const list = useStaffList('GET /operator/clip', { query }, 'clips');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  return (
    <Panel
      title={t`Clips of fans`}
      className={styles.panel}
      actions={
        <SelectField
          label={t`Shown`}
          value={shows}
          options={[
            { value: 'review', label: t`Reported or held` },
            { value: 'all', label: t`All` },
          ]}
          onChange={({ currentTarget }) => setShows(currentTarget.value as 'review' | 'all')}
        />
      }
    >
      {list.error ? <Failure error={list.error} onRetry={list.retry} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {!list.isPending && !list.error && list.items.length === 0 ? (
        <Empty icon={Scissors} title={t`No clips`}>
          {shows === 'review' ? (
            <Trans>Clips that fans report, or whose title has a watched word, wait here.</Trans>
          ) : null}
        </Empty>
      ) : null}
      <ul className={styles.list}>
        {list.items.map((clip) => (
          <ClipRow
            key={clip.clip_id}
            clip={clip}
            onDecide={(keeps) => setVerdict({ clip, keeps })}
          />
        ))}
      </ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
      {verdict === null ? null : (
        <VerdictDialog verdict={verdict} onClose={() => setVerdict(null)} />
      )}
    </Panel>
  );
}

interface ClipRowProps {
  readonly clip: OperatorClip;
  readonly onDecide: (keeps: boolean) => void;
}

function ClipRow({ clip, onDecide }: ClipRowProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const isLocked = useWritesLocked();
  const { progress } = clip;
  const states: Readonly<Record<OperatorClip['state'], string>> = {
    queued: t`Waiting to be made`,
    encoding: t`Being made: ${progress} %`,
    ready: t`Ready`,
    failed: t`Failed`,
  };
  const waits = clip.reports > 0 || clip.held_word !== null;
  return (
    <li className={styles.row}>
      {clip.files === null ? (
        <div className={styles.picture} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a clip has the audio of the ring and no subtitles.
        <video
          className={styles.picture}
          src={clip.files.landscape}
          poster={clip.files.poster}
          controls
          preload="none"
        />
      )}
      <div className={styles.words}>
        <strong dir="auto">{clip.title}</strong>
        <span className={styles.weak}>
          <bdi>{clip.member_name || t`deleted member`}</bdi> · <bdi>{clip.card.en}</bdi> ·{' '}
          <Moment at={clip.created_at} />
        </span>
        <span className={styles.chips}>
          <Chip>{states[clip.state]}</Chip>
          {clip.held_word === null ? null : (
            <Chip tone="warn">
              <Trans>Held for “{clip.held_word}”</Trans>
            </Chip>
          )}
          {Object.entries(clip.reasons).map(([reason, count]) => (
            <Chip key={reason} tone="warn">
              {names[reason as ReportReason]} × {count}
            </Chip>
          ))}
        </span>
        {clip.notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fans may write the same, and the list does not change.
          <span key={index} className={styles.weak} dir="auto">
            “{note}”
          </span>
        ))}
      </div>
      <div className={styles.actions}>
        {waits ? (
          <Button size="small" disabled={isLocked} onClick={() => onDecide(true)}>
            <Trans>Keep</Trans>
          </Button>
        ) : null}
        <Button size="small" variant="danger" disabled={isLocked} onClick={() => onDecide(false)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}

/** Asks for the decision on a clip and for its reason, which the audit stores. */
function VerdictDialog({
  verdict: { clip, keeps },
  onClose,
}: {
  readonly verdict: Verdict;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const names = useReasonNames();
  const [because, setBecause] = useState<ReportReason>(
    (Object.keys(clip.reasons)[0] as ReportReason | undefined) ?? 'other',
  );
  const [keep, isKeeping] = useWrite('POST /operator/clip/{clip_id}/keep');
  const [remove, isRemoving] = useWrite('POST /operator/clip/{clip_id}/remove');
  const params = { clip_id: clip.clip_id };
  const confirm = async (reason: string) => {
    const answer = keeps
      ? await keep({ params, body: { reason } })
      : await remove({ params, body: { because, reason } });
    await queryClient.invalidateQueries({ queryKey: ['clips'] });
    if (answer !== null) onClose();
  };
  const title = keeps ? t`Keep the clip` : t`Remove the clip`;
  return (
    <ConfirmDialog
      title={title}
      description={
        keeps ? (
          <Trans>Its reports are dismissed, and everybody sees it.</Trans>
        ) : (
          <Trans>Its page and both files are gone at once, for good.</Trans>
        )
      }
      asksReason
      action={title}
      isDanger={!keeps}
      isBusy={isKeeping || isRemoving}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    >
      {keeps ? null : (
        <SelectField
          label={t`Reason for the author`}
          value={because}
          options={REASONS.map((value) => ({ value, label: names[value] }))}
          onChange={({ currentTarget }) => setBecause(currentTarget.value as ReportReason)}
        />
      )}
    </ConfirmDialog>
  );
}
