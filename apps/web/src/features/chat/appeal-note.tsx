import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { LIMITS } from '@sangwian/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { AppealDialog } from '../../shared/appeals/appeal-dialog.tsx';
import { useSession } from '../../shared/session/session.ts';
import styles from './held-note.module.css';
import { formatLeft } from './send-limits.ts';
import { useReasonName } from './use-reason-name.ts';

interface Sanction {
  readonly because: ReportReason | null;
  /** A granted one has ended the sanction. */
  readonly state: 'none' | 'open' | 'granted' | 'refused';
  /** Why the appeal was decided so. */
  readonly reason: string | null;
}

interface NoteProps {
  readonly sanction: Sanction | undefined;
  readonly send: (text: string) => Promise<unknown>;
  readonly onSent: () => void;
}

/** The reason of a sanction, and the appeal against it. */
function Note({ sanction, send, onSent }: NoteProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const reason = useReasonName(sanction?.because ?? null);
  if (sanction === undefined) return null;
  const answer = sanction.reason ?? '';
  return (
    <span className={styles.note}>
      {t`Reason: ${reason}`}{' '}
      {sanction.state === 'none' ? (
        <button type="button" className={styles.hide} onClick={() => setOpen(true)}>
          {t`Appeal`}
        </button>
      ) : (
        <span role="status">
          {sanction.state === 'refused'
            ? t`Your appeal was refused: ${answer}`
            : t`Your appeal is being reviewed.`}
        </span>
      )}
      {/* A dialog belongs neither into a paragraph nor, with its form, into the form of the chat. */}
      {isOpen
        ? createPortal(
            <AppealDialog
              lead={t`Write to the moderators why this was a mistake. You can appeal once.`}
              outcome={t`The moderators read it and decide. You see the answer here.`}
              charsMax={LIMITS.chatAppealCharsMax}
              send={send}
              onSent={onSent}
              onClose={() => setOpen(false)}
            />,
            document.body,
          )
        : null}
    </span>
  );
}

/** Under an own message that was removed: why, and the appeal against it. */
export function RemovalNote({ chatMessageId }: { readonly chatMessageId: string }) {
  const { member } = useSession();
  const client = useQueryClient();
  const params = { chat_message_id: chatMessageId };
  const query = memberQuery(member?.member_id ?? null, 'GET /chat/removals/{chat_message_id}', {
    params,
  });
  const { data } = useQuery(query);
  return (
    <Note
      sanction={data}
      send={(text) =>
        callApi('POST /chat/removals/{chat_message_id}/appeal', { params, body: { text } })
      }
      onSent={() => void client.invalidateQueries({ queryKey: query.queryKey })}
    />
  );
}

interface TimeoutNoteProps {
  readonly programLiveId: string;
  /** Until the time-out ends. */
  readonly seconds: number;
}

/** How long a time-out still lasts, why, and the appeal against it. */
export function TimeoutNote({ programLiveId, seconds }: TimeoutNoteProps) {
  const { t } = useLingui();
  const left = formatLeft(seconds);
  const { member } = useSession();
  const client = useQueryClient();
  const live = { program_live_id: programLiveId };
  const query = memberQuery(member?.member_id ?? null, 'GET /chat/appeals', { query: live });
  const { data } = useQuery({ ...query, refetchOnMount: 'always' });
  return (
    <>
      <p>{t`${left} left`}</p>
      <Note
        // The time-out has ended meanwhile.
        sanction={data?.because === null ? undefined : data}
        send={(text) => callApi('POST /chat/appeals', { body: { ...live, text } })}
        onSent={() => void client.invalidateQueries({ queryKey: query.queryKey })}
      />
    </>
  );
}
