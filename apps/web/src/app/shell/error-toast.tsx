import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { X } from 'lucide-react';
import { clearErrorToast, toastStore } from '../../shared/api/error-toast.ts';
import { useStore } from '../../shared/store.ts';
import styles from './error-toast.module.css';

/**
 * The red toast of an error response, shown for five seconds. The live region is always rendered, because screen
 * readers announce only changes of an existing region.
 */
export function ErrorToast() {
  const { t } = useLingui();
  const toast = useStore(toastStore, null);
  return (
    <div role="alert" className={styles.place}>
      {toast ? (
        <div key={toast.id} className={styles.toast}>
          <span className={styles.text}>{toast.text}</span>
          <IconButton label={t`Close`} onClick={clearErrorToast} className={styles.close}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
