import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { MonitorSmartphone, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import styles from './ejected-notice.module.css';

export function EjectedNotice() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <div role="status" className={styles.notice}>
      <MonitorSmartphone size={24} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>{t`Exited live due to viewing from another device.`}</p>
        <p>{t`The live session ended because the same account is watching from another device.`}</p>
      </div>
      <IconButton label={t`Close`} onClick={() => void navigate('/', { replace: true })}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
