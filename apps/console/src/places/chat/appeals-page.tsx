import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { formatClock } from '@sangwian/i18n/format-date';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { AppealItem, AppealQueue, AppealQuote } from '../../shared/appeals/appeal-queue.tsx';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

type Appeal = ResponseOf<'GET /operator/chat/appeals'>['data'][number];

/** Fans' appeals against time-outs and removed messages, oldest first. */
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
    <>
      <AppealQueue
        list={list}
        about={<Trans>Fans appeal against a time-out or a removed message, once each.</Trans>}
      >
        {(appeal) => (
          <AppealRow
            key={appeal.chat_appeal_id}
            appeal={appeal}
            onDecide={(granted) => setVerdict({ appeal, granted })}
          />
        )}
      </AppealQueue>
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
    </>
  );
}

interface AppealRowProps {
  readonly appeal: Appeal;
  readonly onDecide: (granted: boolean) => void;
}

function AppealRow({ appeal, onDecide }: AppealRowProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const by = appeal.sanction?.by ?? '';
  const reason = appeal.sanction?.reason ?? '';
  const until = appeal.until === null ? '' : formatClock(appeal.until);
  return (
    <AppealItem
      name={appeal.member_name || t`deleted member`}
      at={appeal.created_at}
      text={appeal.text}
      facts={
        appeal.message === null ? (
          <Trans>
            Timed out until {until} by {by}: {reason}
          </Trans>
        ) : (
          <>
            <Trans>
              Message removed by {by}: {reason}
            </Trans>
            <AppealQuote text={appeal.message.text} />
          </>
        )
      }
    >
      <Button size="small" disabled={isLocked} onClick={() => onDecide(true)}>
        <Trans>Grant</Trans>
      </Button>
      <Button size="small" variant="quiet" disabled={isLocked} onClick={() => onDecide(false)}>
        <Trans>Refuse</Trans>
      </Button>
    </AppealItem>
  );
}
