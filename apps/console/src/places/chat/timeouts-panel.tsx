import { Trans, useLingui } from '@lingui/react/macro';
import { formatClock } from '@sangwian/i18n/format-date';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import type { ChatView } from '../../shared/chat/use-chat.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import styles from './chat-place.module.css';

type Timeout = ChatView['timeouts'][number];

interface TimeoutsPanelProps {
  readonly timeouts: readonly Timeout[];
}

/** The members who are timed out, and until when. */
export function TimeoutsPanel({ timeouts }: TimeoutsPanelProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [ending, setEnding] = useState<Timeout | null>(null);
  const [end, isEnding] = useWrite('POST /operator/chat/timeouts/end');
  const confirm = async (reason: string) => {
    if (ending === null) return;
    const { member_id, program_live_id } = ending;
    const answer = await end({ body: { member_id, program_live_id, reason } });
    if (answer !== null) setEnding(null);
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  if (timeouts.length === 0) return null;
  const endingName = ending?.member_name || t`deleted member`;
  return (
    <Panel title={t`Timed out`} note={timeouts.length} className={styles.timeouts}>
      <ul className={styles.rows}>
        {timeouts.map((timeout) => (
          <li key={`${timeout.member_id}-${timeout.program_live_id}`} className={styles.timeout}>
            <bdi className={styles.who}>{timeout.member_name || t`deleted member`}</bdi>
            <span className={styles.weak}>
              {timeout.program_live_id === null ? (
                <Trans>in all lives until {formatClock(timeout.until)}</Trans>
              ) : (
                <Trans>until {formatClock(timeout.until)}</Trans>
              )}
            </span>
            <Button
              size="small"
              variant="quiet"
              disabled={isLocked}
              onClick={() => setEnding(timeout)}
            >
              <Trans>End</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {ending === null ? null : (
        <ConfirmDialog
          title={t`End the time-out of ${endingName}?`}
          description={t`They can write in the chat again at once.`}
          asksReason
          action={t`End the time-out`}
          isBusy={isEnding}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setEnding(null)}
        />
      )}
    </Panel>
  );
}
