import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../shared/api/call-api.ts';
import { AppealDialog } from '../../shared/appeals/appeal-dialog.tsx';
import { useSession } from '../../shared/session/session.ts';
import { type Appealed, removalQuery, timeoutQuery } from './sanction.ts';

interface SanctionAppealProps {
  readonly appealed: Appealed;
  readonly onClose: () => void;
}

/** Sends the appeal. */
function send(appealed: Appealed, text: string): Promise<unknown> {
  if (appealed.kind === 'timeout') {
    return callApi('POST /chat/appeals', {
      body: { program_live_id: appealed.programLiveId, text },
    });
  }
  return callApi('POST /chat/removals/{chat_message_id}/appeal', {
    params: { chat_message_id: appealed.chatMessageId },
    body: { text },
  });
}

/** The appeal against a sanction in the chat. Render it outside the rows, because rows unmount as the chat scrolls. */
export function SanctionAppeal({ appealed, onClose }: SanctionAppealProps) {
  const { t } = useLingui();
  const { member } = useSession();
  const client = useQueryClient();
  const memberId = member?.member_id ?? null;
  const { queryKey } =
    appealed.kind === 'timeout'
      ? timeoutQuery(memberId, appealed.programLiveId)
      : removalQuery(memberId, appealed.chatMessageId);
  return (
    <AppealDialog
      draft={appealed.kind === 'timeout' ? appealed.programLiveId : appealed.chatMessageId}
      lead={t`Write to the moderators why this was a mistake. You can appeal once.`}
      outcome={t`The moderators read it and decide. You see the answer here.`}
      charsMax={LIMITS.chatAppealCharsMax}
      send={(text) => send(appealed, text)}
      onSent={() => void client.invalidateQueries({ queryKey })}
      onClose={onClose}
    />
  );
}
