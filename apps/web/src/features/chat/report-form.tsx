import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { LIMITS } from '@sangwian/contract/limits';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { Field } from '@sangwian/ui/field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../shared/api/refusal.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { useOwnDraft } from '../../shared/storage/use-own-draft.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './line-menu.module.css';

interface ReportFormProps {
  readonly message: ChatMessage;
  readonly name: string;
  readonly onDone: () => void;
}

const REASONS: readonly ReportReason[] = ['spam', 'abuse', 'gambling', 'sexual', 'other'];
type Target = 'line' | 'member';

/** The form that reports a message or its author. */
export function ReportForm({ message, name, onDone }: ReportFormProps) {
  const { t } = useLingui();
  const [target, setTarget] = useState<Target>('line');
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useOwnDraft(`chat-report:${message.chat_message_id}`);
  const [isMissing, setIsMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const [busy, run] = useBusy();
  const names: Readonly<Record<ReportReason, string>> = {
    spam: t`Spam`,
    abuse: t`Insults or threats`,
    gambling: t`Illegal ads or scam`,
    sexual: t`Sexual content`,
    other: t`Something else`,
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason === null);
    if (reason === null) return;
    void run(async () => {
      setRefusal(null);
      const { chat_message_id, member_id } = message;
      try {
        const body = { reason, note };
        await callApi('POST /chat/reports', {
          body: target === 'line' ? { ...body, chat_message_id } : { ...body, member_id },
        });
        setNote('');
        onDone();
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <ChoiceField
        label={t`What do you want to report?`}
        name="target"
        options={[
          { value: 'line', label: t`This message` },
          { value: 'member', label: name },
        ]}
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value as Target)}
      />
      <ChoiceField
        label={t`Why?`}
        name="reason"
        options={REASONS.map((value) => ({ value, label: names[value] }))}
        value={reason ?? ''}
        error={isMissing && reason === null ? t`Choose a reason.` : null}
        onChange={({ currentTarget }) => setReason(currentTarget.value as ReportReason)}
      />
      <Field
        label={t`Anything to add? (optional)`}
        value={note}
        maxLength={LIMITS.chatReportNoteCharsMax}
        autoComplete="off"
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <p role="alert" className={styles.refused}>
        {refused}
      </p>
      <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send report`}</SubmitButton>
    </form>
  );
}
