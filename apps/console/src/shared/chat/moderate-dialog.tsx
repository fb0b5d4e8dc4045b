import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useWritesLocked } from '../live/connection.ts';
import { useWrite } from '../toasts/use-write.ts';
import { Button } from '../ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../ui/dialog.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import styles from './chat.module.css';
import { TIMEOUT_MINUTES, useTimeoutNames } from './timeouts.ts';
import type { FeedLine } from './use-chat.ts';
import { REASONS, useReasonNames } from './use-reason-names.ts';

const NOTE_CHARS_MAX = 400;

interface ModerateDialogProps {
  readonly line: FeedLine;
  readonly onClose: () => void;
}

/** Removes a message with a reason, and can also time its author out. */
export function ModerateDialog({ line, onClose }: ModerateDialogProps) {
  const { t } = useLingui();
  const names = useReasonNames();
  const timeouts = useTimeoutNames();
  const isLocked = useWritesLocked();
  const [because, setBecause] = useState<ReportReason>('abuse');
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState('');
  const [remove, isRemoving] = useWrite('POST /operator/chat/messages/{chat_message_id}/remove');
  const [timeOut, isTimingOut] = useWrite('POST /operator/chat/timeouts');
  const name = line.member_name || t`deleted member`;
  const isBusy = isRemoving || isTimingOut;
  const submit = async () => {
    if (isBusy || isLocked) return;
    const { chat_message_id, member_id, program_live_id } = line;
    const text = note.trim();
    const reason = text === '' ? names[because] : `${names[because]}: ${text}`;
    const removal = await remove({ params: { chat_message_id }, body: { because, reason } });
    const timeout = { member_id, program_live_id, minutes: Number(minutes), because, reason };
    const isDone =
      removal !== null && (minutes === '' || (await timeOut({ body: timeout })) !== null);
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t`Remove the message of ${name}?`}
      description={<bdi>{line.text}</bdi>}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            type="submit"
            variant="danger-filled"
            size="big"
            icon={Trash2}
            disabled={isBusy || isLocked}
          >
            {minutes === '' ? t`Remove the message` : t`Remove and time out`}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className={styles.pair}>
          <SelectField
            label={t`Reason for the author`}
            value={because}
            options={REASONS.map((value) => ({ value, label: names[value] }))}
            onChange={({ currentTarget }) => setBecause(currentTarget.value as ReportReason)}
          />
          <SelectField
            label={t`Time-out in this live`}
            value={minutes}
            options={[
              { value: '', label: t`None` },
              ...TIMEOUT_MINUTES.map((value) => ({ value: `${value}`, label: timeouts[value] })),
            ]}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
        </div>
        <Field
          label={t`Note for the log`}
          hint={t`Only staff read it.`}
          maxLength={NOTE_CHARS_MAX}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </DialogBody>
    </Dialog>
  );
}
