import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { formatClock } from '@sangwian/i18n/format-date';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Age } from '../../shared/ui/age.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';

type Appeal = ResponseOf<'GET /operator/chat/appeals'>['data'][number];

/** Appeals of fans against time-outs and removed messages, the oldest first. */
export function AppealsPage() {
  const { t } = useLingui();
  const list = useStaffList('GET /operator/chat/appeals', { query: {} }, 'chat');
  const [verdict, setVerdict] = useState<{ appeal: Appeal; granted: boolean } | null>(null);
  const [decide, isDeciding] = useWrite('POST /operator/chat/appeals/{chat_appeal_id}/decide');
  const confirm = async (reason: string) => {
    if (verdict === null) return;
    const { appeal, granted } = verdict;
    const { chat_appeal_id } = appeal;
    const answer = await decide({ params: { chat_appeal_id }, body: { granted, reason } });
    if (answer !== null) setVerdict(null);
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  const grants = verdict?.appeal.message ? t`Show the message again` : t`End the time-out`;
  const title = verdict?.granted === true ? grants : t`Refuse the appeal`;
  return (
    <Panel title={t`Appeals that wait`} className={styles.fill}>
      {list.error ? <Failure error={list.error} onRetry={list.retry} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {!list.isPending && !list.error && list.items.length === 0 ? (
        <Empty icon={Scale} title={t`No appeals`}>
          <Trans>Fans appeal against a time-out or a removed message, once each.</Trans>
        </Empty>
      ) : null}
      <ul className={styles.list}>
        {list.items.map((appeal) => (
          <AppealRow
            key={appeal.chat_appeal_id}
            appeal={appeal}
            onDecide={(granted) => setVerdict({ appeal, granted })}
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
        <ConfirmDialog
          title={title}
          description={<bdi>{verdict.appeal.text}</bdi>}
          asksReason
          action={title}
          isBusy={isDeciding}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setVerdict(null)}
        />
      )}
    </Panel>
  );
}

interface AppealRowProps {
  readonly appeal: Appeal;
  readonly onDecide: (granted: boolean) => void;
}

function AppealRow({ appeal, onDecide }: AppealRowProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const name = appeal.member_name || t`deleted member`;
  const by = appeal.sanction?.by ?? '';
  const reason = appeal.sanction?.reason ?? '';
  const until = appeal.until === null ? '' : formatClock(appeal.until);
  return (
    <li className={styles.item}>
      <p className={styles.actions}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.weak}>
          <Age at={appeal.created_at} />
        </span>
      </p>
      <p className={styles.text} dir="auto">
        {appeal.text}
      </p>
      {appeal.message === null ? (
        <p className={styles.weak}>
          <Trans>
            Timed out until {until} by {by}: {reason}
          </Trans>
        </p>
      ) : (
        <p className={styles.weak}>
          <Trans>
            Message removed by {by}: {reason}
          </Trans>
          <span className={styles.quote} dir="auto">
            {appeal.message.text}
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" disabled={isLocked} onClick={() => onDecide(true)}>
          <Trans>Grant</Trans>
        </Button>
        <Button size="small" variant="quiet" disabled={isLocked} onClick={() => onDecide(false)}>
          <Trans>Refuse</Trans>
        </Button>
      </div>
    </li>
  );
}
