import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { Dialog } from '@sangwian/ui/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface ClosableDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a cross in its corner. */
export function ClosableDialog({ title, onClose, children }: ClosableDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={title}
      onClose={onClose}
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
