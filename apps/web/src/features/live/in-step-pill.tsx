import { useLingui } from '@lingui/react/macro';
import styles from './in-step-pill.module.css';

/** Where the chat stands, and the way to live. */
export function InStepPill({ onLive }: { readonly onLive: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.place}>
      <p className={styles.note}>
        <span>{t`In step with your picture`}</span>
        <button type="button" className={styles.live} onClick={onLive}>
          {t`Go to live`}
        </button>
      </p>
    </div>
  );
}
