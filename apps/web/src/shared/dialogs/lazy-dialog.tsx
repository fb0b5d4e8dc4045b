import { useLingui } from '@lingui/react/macro';
import { ClosableDialog } from './closable-dialog.tsx';
import styles from './lazy-dialog.module.css';
import { type Closable, lazyOr } from './lazy-or.ts';

function Unavailable({ onClose }: Closable) {
  const { t } = useLingui();
  return (
    <ClosableDialog title={t`This could not be loaded`} onClose={onClose}>
      <p className={styles.text}>{t`Please check your connection and load the page again.`}</p>
    </ClosableDialog>
  );
}

/**
 * Creates a dialog whose code is loaded when it opens. Render it within `Suspense`.
 *
 * @example const PinDialog = lazyDialog(async () => (await import('./pin-dialog.tsx')).PinDialog);
 */
export const lazyDialog = lazyOr(Unavailable);
