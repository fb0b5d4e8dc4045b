import { Trans, useLingui } from '@lingui/react/macro';
import { MessageSquareX } from 'lucide-react';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useChat } from '../../shared/chat/use-chat.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';

/** The removed messages of the live in progress, with who removed them and why. */
export function RemovedPage() {
  const { t } = useLingui();
  const chat = useChat();
  if (chat.data !== undefined) return <RemovedList programLiveId={chat.data.program_live_id} />;
  return chat.error ? <Empty icon={MessageSquareX} title={t`No live is on`} /> : <Skeleton />;
}

function RemovedList({ programLiveId }: { readonly programLiveId: string }) {
  const { t } = useLingui();
  const query = { program_live_id: programLiveId };
  const list = useStaffList('GET /operator/chat/removed', { query }, 'chat');
  return (
    <Panel title={t`Removed messages`} className={styles.fill}>
      {list.error ? <Failure error={list.error} onRetry={list.retry} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {!list.isPending && !list.error && list.items.length === 0 ? (
        <Empty icon={MessageSquareX} title={t`Nothing was removed in this live`} />
      ) : null}
      <ul className={styles.list}>
        {list.items.map((line) => {
          const name = line.member_name || t`deleted member`;
          const by = line.removed?.by ?? '';
          const reason = line.removed?.reason ?? '';
          return (
            <li key={line.chat_message_id} className={styles.item}>
              <p className={styles.actions}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <span className={styles.weak}>
                  <Moment at={line.sent_at} />
                </span>
              </p>
              <p className={styles.text} dir="auto">
                {line.text}
              </p>
              <p className={styles.weak}>
                <Trans>
                  Removed by {by}: {reason}
                </Trans>
              </p>
            </li>
          );
        })}
      </ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
