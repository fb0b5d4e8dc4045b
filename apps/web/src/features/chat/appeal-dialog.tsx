import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { type Refusal, refusalOf } from '../../shared/api/refusal.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './line-menu.module.css';

interface AppealDialogProps {
  readonly send: (text: string) => Promise<unknown>;
  /** The appeal has arrived. */
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** A fan's appeal, in own words. It is possible once, so a refused call loses nothing that was typed. */
export function AppealDialog({ send, onSent, onClose }: AppealDialogProps) {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = useErrorText(refusal);
  const [busy, run] = useBusy();
  const close = () => {
    if (isSent) onSent();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events reach the parents of the component, such as the form of the chat.
    event.stopPropagation();
    const trimmed = words.trim();
    setIsMissing(trimmed === '');
    if (trimmed === '') return;
    void run(async () => {
      setRefusal(null);
      try {
        await send(trimmed);
        setIsSent(true);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };
  if (isSent) {
    return (
      <ClosableDialog title={t`Your appeal was sent`} onClose={close}>
        <p>{t`The moderators read it and decide. You see the answer here.`}</p>
        <Button wide variant="primary" onClick={close}>
          {t`Done`}
        </Button>
      </ClosableDialog>
    );
  }
  return (
    <ClosableDialog title={t`Appeal`} onClose={close}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <p>{t`Tell the moderators why this was a mistake. You can appeal once.`}</p>
        <Field
          label={t`Your words`}
          value={words}
          maxLength={LIMITS.chatAppealCharsMax}
          autoComplete="off"
          error={isMissing && words.trim() === '' ? t`Write why.` : null}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
        <SubmitButton busy={busy}>{busy ? t`Sending…` : t`Send the appeal`}</SubmitButton>
      </form>
    </ClosableDialog>
  );
}
