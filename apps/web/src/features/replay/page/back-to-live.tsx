import { useLingui } from '@lingui/react/macro';
import styles from './back-to-live.module.css';

/** Leads a fan who watches from the start back to the live. */
export function BackToLive({ onLive }: { readonly onLive: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.back} onClick={onLive}>
      <span className={styles.dot} aria-hidden="true" />
      {t`Back to live`}
    </button>
  );
}
