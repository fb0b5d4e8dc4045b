import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { DockedSheet } from '@sangwian/ui/docked-sheet';
import { X } from 'lucide-react';
import { type Closable, lazyOr } from './lazy-or.ts';

function Unavailable({ onClose }: Closable) {
  const { t } = useLingui();
  return (
    <DockedSheet
      title={t`This could not be loaded`}
      onClose={onClose}
      closeButton={
        <IconButton label={t`Close`} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      <p>{t`Please check your connection and load the page again.`}</p>
    </DockedSheet>
  );
}

/**
 * Like `lazyDialog`, but for sheets. A separate module, so that a page with sheets only does not load the styles of
 * dialogs.
 */
export const lazySheet = lazyOr(Unavailable);
