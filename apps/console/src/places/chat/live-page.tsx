import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { MessagesSquare, TimerOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { ChatFeed } from '../../shared/chat/chat-feed.tsx';
import { HeldQueue } from '../../shared/chat/held-queue.tsx';
import { ShieldControl } from '../../shared/chat/shield-control.tsx';
import { type FeedLine, useChat } from '../../shared/chat/use-chat.ts';
import { REASONS, useReasonNames } from '../../shared/chat/use-reason-names.ts';
import { BulkBar } from '../../shared/table/bulk-bar.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';
import { TimeoutsPanel } from './timeouts-panel.tsx';

/** The chat of the live in progress, with the messages that wait for review beside it. */
export function LivePage() {
  const { t } = useLingui();
  const query = useChat();
  if (query.data === undefined && isCode(query.error, 'live_not_found')) {
    return (
      <Empty icon={MessagesSquare} title={t`No live is on`}>
        <Trans>The chat is here as soon as a live begins.</Trans>
      </Empty>
    );
  }
  return (
    <QueryView query={query} rows={8}>
      {(chat) => (
        <div className={styles.live}>
          <Feed lines={chat.lines} />
          <div className={styles.side}>
            <HeldQueue held={chat.held} className={styles.held} />
            <ShieldControl chat={chat} />
            <TimeoutsPanel timeouts={chat.timeouts} />
          </div>
        </div>
      )}
    </QueryView>
  );
}

const BULK_TIMEOUT_MINUTES = 10;

/** The feed with acts on several messages. Removing a message also deselects it. */
function Feed({ lines }: { readonly lines: readonly FeedLine[] }) {
  const { t } = useLingui();
  const names = useReasonNames();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const rows = lines.filter(
    ({ chat_message_id: id, removed }) => removed === null && chosenIds.has(id),
  );
  const toggle = ({ chat_message_id: id }: FeedLine) =>
    setChosenIds((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
    );
  const remove = ({ chat_message_id }: FeedLine) =>
    callStaff('POST /operator/chat/messages/{chat_message_id}/remove', {
      params: { chat_message_id },
      body: { because: reason, reason: names[reason] },
    });
  const timeOut = ({ member_id, program_live_id }: FeedLine) =>
    callStaff('POST /operator/chat/timeouts', {
      body: {
        member_id,
        program_live_id,
        minutes: BULK_TIMEOUT_MINUTES,
        because: reason,
        reason: names[reason],
      },
    });
  const nameOf = ({ member_name: name, text }: FeedLine) => `${name || t`deleted member`}: ${text}`;
  return (
    <ChatFeed
      lines={lines}
      className={styles.feed}
      choice={{ chosenIds, toggle }}
      footer={
        rows.length === 0 ? null : (
          <div className={styles.bulk}>
            <SelectField
              label={t`Reason`}
              value={reason}
              options={REASONS.map((value) => ({ value, label: names[value] }))}
              onChange={({ currentTarget }) => setReason(currentTarget.value as ReportReason)}
            />
            <BulkBar
              rows={rows}
              rowId={({ chat_message_id: id }) => id}
              actions={[
                {
                  id: 'remove',
                  label: t`Remove`,
                  icon: Trash2,
                  isDanger: true,
                  nameOf,
                  run: remove,
                },
                {
                  id: 'time-out',
                  label: t`Remove and time out 10 min`,
                  icon: TimerOff,
                  isDanger: true,
                  nameOf,
                  run: async (line) => {
                    await timeOut(line);
                    await remove(line);
                  },
                },
              ]}
              onDone={(failedIds) => {
                setChosenIds(new Set(failedIds));
                void queryClient.invalidateQueries({ queryKey: ['chat'] });
              }}
            />
          </div>
        )
      }
    />
  );
}
