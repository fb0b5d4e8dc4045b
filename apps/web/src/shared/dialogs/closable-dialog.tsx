import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface ClosableDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `false` if the dialog has a separate URL, so that the back button already closes it. */
  readonly backCloses?: boolean;
  readonly children: ReactNode;
}

/** A dialog with a close button. */
export function ClosableDialog({
  title,
  onClose,
  backCloses = true,
  children,
}: ClosableDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      backCloses={backCloses}
      closeButton={
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Dialog>
  );
}
