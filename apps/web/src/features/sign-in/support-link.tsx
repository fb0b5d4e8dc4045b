import { useLingui } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import { useSiteConfig } from '../../shared/site-config.ts';
import styles from './support-link.module.css';

/** A link to the support chat. Renders nothing if no contact is configured. */
export function SupportLink() {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  if (contactUrl === '') return null;
  return (
    <a href={contactUrl} target="_blank" rel="noopener" data-contact="" className={styles.support}>
      <MessageCircle size={20} aria-hidden="true" />
      <span>
        <span className={styles.contact}>{t`Contact Admin`}</span>
        {t`Support by chat is available 24 hours.`}
      </span>
    </a>
  );
}
