import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';

interface SaveDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The act in words. */
  readonly action: ReactNode;
  readonly failure: Error | null;
  readonly isSending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form of this place in a dialog. What was typed stays after a refusal. */
export function SaveDialog(props: SaveDialogProps) {
  const { title, description, action, failure, isSending, onSubmit, onClose, children } = props;
  const isLocked = useWritesLocked();
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" variant="primary" size="big" disabled={isSending || isLocked}>
            {action}
          </Button>
        </>
      }
    >
      <DialogBody>
        {children}
        <StaleDetails error={failure} />
        <FormFailure error={failure} />
      </DialogBody>
    </Dialog>
  );
}

/** Names the fields that a colleague has changed meanwhile. */
function StaleDetails({ error }: { readonly error: Error | null }) {
  const details = (error as { details?: readonly { path: string; message: string }[] } | null)
    ?.details;
  if (details === undefined || details.length === 0) return null;
  return (
    <ul>
      {details.map(({ path, message }) => (
        <li key={path}>
          {path}: {message}
        </li>
      ))}
    </ul>
  );
}
