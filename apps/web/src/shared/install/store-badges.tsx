import { useLingui } from '@lingui/react/macro';
import { Apple, Play } from 'lucide-react';
import { useSiteConfig } from '../site-config.ts';
import styles from './store-badges.module.css';

/** Badges of the app stores. */
export function StoreBadges() {
  const { t } = useLingui();
  const { iosStoreUrl, androidStoreUrl } = useSiteConfig();
  const badges = [
    { href: iosStoreUrl, name: 'App Store', Icon: Apple },
    { href: androidStoreUrl, name: 'Google Play', Icon: Play },
  ].filter(({ href }) => href !== '');
  if (badges.length === 0) return null;
  return (
    <ul className={styles.badges}>
      {badges.map(({ href, name, Icon }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noopener" className={styles.badge}>
            <Icon size={24} aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.on}>{t`Get the app on`}</span>
              <span className={styles.name}>{name}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
