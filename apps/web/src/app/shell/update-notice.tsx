import { useLingui } from '@lingui/react/macro';
import { Button, IconButton } from '@sangwian/ui/button';
import { RefreshCw, X } from 'lucide-react';
import styles from './update-notice.module.css';

interface UpdateNoticeProps {
  readonly onLoad: () => void;
  readonly onLater: () => void;
}

/** Offers to load a new version. Reloads only after a press, because the fan may be writing or paying. */
export function UpdateNotice({ onLoad, onLater }: UpdateNoticeProps) {
  const { t } = useLingui();
  return (
    <div role="status" className={styles.place}>
      <div className={styles.notice}>
        <p className={styles.text}>{t`A new version of Sangwian is ready`}</p>
        <Button size="small" variant="primary" onClick={onLoad}>
          <RefreshCw size={18} aria-hidden="true" />
          {t`Reload`}
        </Button>
        <IconButton label={t`Later`} onClick={onLater}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
