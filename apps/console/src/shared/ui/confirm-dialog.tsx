import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useCommands } from '../commands/commands.ts';
import { ReasonField } from '../forms/reason-field.tsx';
import { useWritesLocked } from '../live/connection.ts';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import { ActionsGap, Dialog, DialogBody } from './dialog.tsx';
import { Field } from './field.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The effect of the act, in numbers. */
  readonly description: ReactNode;
  readonly children?: ReactNode;
  /** The text that the operator must type to enable the button, such as the winner's name. */
  readonly typed?: string;
  /** Whether the operator must give a reason, which the audit stores. */
  readonly asksReason?: boolean;
  /** The complete name of the act, such as "Settle bout 6". */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isBusy?: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

/** Normalises typed text: case and surrounding whitespace are ignored. */
const isSame = (typed: string, wanted: string): boolean =>
  typed.trim().toLocaleLowerCase() === wanted.trim().toLocaleLowerCase();

/** Confirms an act that cannot be undone. `Ctrl Enter` confirms; Enter alone does not. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    description,
    children,
    typed,
    asksReason = false,
    action,
    isDanger = false,
    isBusy = false,
  } = props;
  const { t } = useLingui();
  const id = useId();
  const [word, setWord] = useState('');
  const [reason, setReason] = useState('');
  const isLocked = useWritesLocked();
  const matches = typed === undefined || isSame(word, typed);
  const isReady = matches && (!asksReason || reason.trim() !== '') && !isBusy && !isLocked;
  const confirm = () => {
    if (isReady) props.onConfirm(reason.trim());
  };
  useCommands([
    {
      id: `${id}-confirm`,
      label: action,
      group: title,
      keys: 'Ctrl+Enter',
      inDialogs: true,
      keyOnly: true,
      disabled: !isReady,
      run: confirm,
    },
  ]);
  return (
    <Dialog
      title={title}
      description={description}
      onClose={props.onClose}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={props.onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            variant={isDanger ? 'danger-filled' : 'primary'}
            size="big"
            keys="Ctrl+Enter"
            disabled={!isReady}
            onClick={confirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <DialogBody>
        {children}
        {asksReason ? (
          <ReasonField value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        ) : null}
        {typed === undefined ? null : (
          <Field
            label={t`Type “${typed}” to go on.`}
            autoComplete="off"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
            trailing={
              matches ? (
                <span className={styles.matches}>
                  <Check size={16} aria-hidden="true" />
                  <Trans>matches</Trans>
                </span>
              ) : null
            }
          />
        )}
      </DialogBody>
    </Dialog>
  );
}
