import { Trans } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, isCode } from '../api/api-error.ts';
import { useWritesLocked } from '../live/connection.ts';
import { EditingMark } from '../live/editing-mark.tsx';
import { Button } from '../ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../ui/dialog.tsx';
import { FormFailure } from './form-failure.tsx';
import { StaleNotice, type StaleNoticeProps } from './stale-notice.tsx';

interface SaveDialogProps extends Omit<StaleNoticeProps, 'error'> {
  readonly title: string;
  readonly description?: ReactNode;
  /** The name of the act, shown on its button. */
  readonly action: ReactNode;
  readonly icon?: LucideIcon;
  /** The subject that is edited, such as `event:…`; absent for a new row. */
  readonly subject?: string | undefined;
  /** A failure that belongs to no field, from `useStaffForm`. */
  readonly failure: Error | null;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. A refusal keeps what was typed; a stale edit shows the other operator's values. */
export function SaveDialog(props: SaveDialogProps) {
  const { action, icon, subject, failure, isSending, children, onClose } = props;
  const isLocked = useWritesLocked();
  const isStale = failure instanceof ApiError && isCode(failure, 'edit_stale');
  return (
    <Dialog
      title={props.title}
      description={props.description}
      onClose={onClose}
      onSubmit={props.onSubmit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="big"
            disabled={isSending || isLocked}
            {...(icon ? { icon } : {})}
          >
            {action}
          </Button>
        </>
      }
    >
      <DialogBody>
        {subject === undefined ? null : <EditingMark subject={subject} />}
        {children}
        {isStale ? (
          <StaleNotice error={failure} names={props.names} showValue={props.showValue} />
        ) : (
          <FormFailure error={failure} />
        )}
      </DialogBody>
    </Dialog>
  );
}
