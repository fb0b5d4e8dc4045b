import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { Link } from 'react-router';
import { StoreBadges } from '../../shared/install/store-badges.tsx';
import { hasPage } from '../pages.ts';
import { Brand } from './brand.tsx';
import styles from './footer.module.css';

const VERSION = 'V1.13.3';

/** Copyright with the version, links to terms, privacy and account deletion, and the app-store badges. */
export function Footer({ className }: { readonly className?: string | undefined }) {
  const { t } = useLingui();
  const links = [
    { href: '/terms', label: t`Terms of service` },
    { href: '/privacy-policy', label: t`Privacy policy` },
    { href: '/delete-account', label: t`Delete account` },
  ].filter(({ href }) => hasPage(href));
  return (
    <footer className={classNames(styles.footer, className)}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <Brand />
          <p className={styles.line}>{t`Muay Thai, live. Cheer your corner.`}</p>
        </div>
        <StoreBadges />
        <div className={styles.legal}>
          <p>
            © {t`Sangwian`} · {VERSION}
          </p>
          {links.length > 0 ? (
            <ul className={styles.links}>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <Link to={href} className={styles.link}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
    </footer>
  );
}
