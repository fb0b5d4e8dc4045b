import { useLingui } from '@lingui/react/macro';
import { LogoMark } from '@sangwian/ui/marks';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import styles from './bare-bar.module.css';
import { LanguageMenu } from './language-menu.tsx';

const EXTERNAL_LIVES = '/liveExternal';

/** Of the pages without bars (specification, section 2): a way back, and the language. */
export function BareBar() {
  const { t } = useLingui();
  const { external } = useSession();
  const { pathname } = useLocation();
  const home = external ? EXTERNAL_LIVES : '/';
  const isHome = pathname.replace(/\/+$/, '') === home;
  return (
    <div className={styles.bar}>
      {isHome ? (
        <span className={styles.name}>
          <LogoMark size={28} />
          {t`Sangwian`}
        </span>
      ) : (
        <Link to={home} className={styles.name}>
          <ArrowLeft size={20} aria-hidden="true" />
          <LogoMark size={28} />
          {t`Sangwian`}
        </Link>
      )}
      <LanguageMenu />
    </div>
  );
}
