import { useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ClipId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { Field } from '@sangwian/ui/field';
import { Notice } from '@sangwian/ui/notice';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import { useOwnDraft } from '../../../shared/storage/use-own-draft.ts';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './report-dialog.module.css';

interface ReportDialogProps {
  readonly clipId: ClipId;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const REASONS: readonly ReportReason[] = ['spam', 'abuse', 'gambling', 'sexual', 'other'];

/** The dialog that reports a clip to the moderators. */
export function ReportDialog({ clipId, onClose, onDone }: ReportDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useOwnDraft(`clip-report:${clipId}`);
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
      try {
        const params = { clip_id: clipId };
        await callApi('POST /clip/{clip_id}/report', { params, body: { reason, note } });
        setNote('');
        onDone();
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };
  return (
    <ClosableDialog title={t`Report this clip`} onClose={onClose}>
      <form noValidate onSubmit={submit} className={styles.form}>
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
        <Notice tone="danger">{refused}</Notice>
        <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send report`}</SubmitButton>
      </form>
    </ClosableDialog>
  );
}
