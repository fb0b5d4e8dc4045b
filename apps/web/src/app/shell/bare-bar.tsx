import { useLingui } from '@lingui/react/macro';
import { plainPath } from '@sangwian/contract/rules/plain-path';
import { LogoMark } from '@sangwian/ui/marks';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import styles from './bare-bar.module.css';
import { LanguageMenu } from './language-menu.tsx';

const EXTERNAL_HOME = '/liveExternal';

/** The navigation of pages without top bar and footer (specification, section 2): home link and language. */
export function BareBar() {
  const { t } = useLingui();
  const { external } = useSession();
  const { pathname } = useLocation();
  const isExternalHome = plainPath(pathname) === plainPath(EXTERNAL_HOME);
  return (
    <nav aria-label={t`Page navigation`} className={styles.bar}>
      <Link to={external ? EXTERNAL_HOME : '/'} className={styles.home}>
        {/* Partners' members enter the site on this page, so there is no page to go back to. */}
        {isExternalHome ? null : <ArrowLeft size={20} aria-hidden="true" />}
        <LogoMark size={28} />
        {t`Sangwian`}
      </Link>
      <LanguageMenu />
    </nav>
  );
}
