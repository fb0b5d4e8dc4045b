import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { TextArea } from '@sangwian/ui/text-area';
import { type FormEvent, useState } from 'react';
import { type Refusal, refusalOf } from '../api/refusal.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { ClosableDialog } from '../dialogs/closable-dialog.tsx';
import { useOwnDraft } from '../storage/use-own-draft.ts';
import { useBusy } from '../use-busy.ts';
import styles from './appeal-dialog.module.css';

interface AppealDialogProps {
  /** Identifies the draft of this appeal. */
  readonly draft: string;
  /** The sentence that names the recipient of the appeal and the number of allowed appeals. */
  readonly lead: string;
  /** The sentence that names the page on which the fan will find the decision. */
  readonly outcome: string;
  readonly charsMax: number;
  readonly send: (text: string) => Promise<unknown>;
  /** Called when the appeal has been sent. */
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** The dialog for a fan's appeal. The typed text is kept until it has been sent. */
export function AppealDialog({
  draft,
  lead,
  outcome,
  charsMax,
  send,
  onSent,
  onClose,
}: AppealDialogProps) {
  const { t } = useLingui();
  const [words, setWords] = useOwnDraft(`appeal:${draft}`);
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
    // The events of a portal bubble to the parents of the component, such as the form of the chat.
    event.stopPropagation();
    const trimmed = words.trim();
    setIsMissing(trimmed === '');
    if (trimmed === '') return;
    void run(async () => {
      setRefusal(null);
      try {
        await send(trimmed);
        setWords('');
        setIsSent(true);
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };
  if (isSent) {
    return (
      <ClosableDialog title={t`Your appeal was sent`} onClose={close}>
        <p>{outcome}</p>
        <Button wide variant="primary" onClick={close}>
          {t`Done`}
        </Button>
      </ClosableDialog>
    );
  }
  return (
    <ClosableDialog title={t`Appeal`} onClose={close}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <p>{lead}</p>
        <TextArea
          label={t`Your words`}
          value={words}
          rows={4}
          maxLength={charsMax}
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
