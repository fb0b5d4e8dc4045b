import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { HasPageProvider } from '../../shared/navigation/has-page.ts';
import { hasPage, hidesBars, type Page } from '../pages.ts';
import { BareBar } from './bare-bar.tsx';
import { ContactButton } from './contact-button.tsx';
import { ErrorToast } from './error-toast.tsx';
import { Footer } from './footer.tsx';
import { LaterSideMenu } from './later-side-menu.tsx';
import { LaterUpdateNotice } from './later-update-notice.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { PolicyBar } from './policy-bar.tsx';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

interface ShellProps {
  /** `undefined`: the page that could not be found, in the default layout. */
  readonly page: Page | undefined;
  readonly children: ReactNode;
}

/** What stands around a page: bars, toast, contact button and footer, as its layout asks for. */
export function Shell({ page, children }: ShellProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [menuOpenings, setMenuOpenings] = useState(0);
  const layout = page?.layout ?? 'default';
  const bars = layout === 'default' && !hidesBars(pathname);
  const openMenu = () => setMenuOpenings((count) => count + 1);

  return (
    <div
      className={classNames(
        styles.shell,
        page?.immersive && styles.immersive,
        bars && !page?.immersive && styles.tabbed,
      )}
    >
      <a href="#main" className={styles.skip}>
        {t`Skip to content`}
      </a>
      <LoadingBar />
      <ErrorToast />
      {bars ? <TopBar onOpenMenu={openMenu} /> : null}
      {layout === 'policy' ? <PolicyBar /> : null}
      {layout === 'default' && hidesBars(pathname) ? <BareBar /> : null}
      <main id="main" tabIndex={-1} className={classNames(styles.main, !page?.wide && styles.page)}>
        <HasPageProvider value={hasPage}>{children}</HasPageProvider>
      </main>
      {bars || layout === 'policy' ? <Footer className={styles.footer} /> : null}
      {layout === 'default' ? (
        // At the right the picture's chat has its composer.
        <ContactButton side={page?.immersive ? 'left' : 'right'} className={styles.contact} />
      ) : null}
      {bars && !page?.immersive ? <TabBar onOpenMenu={openMenu} /> : null}
      {bars ? <LaterSideMenu openings={menuOpenings} /> : null}
      {/* Not over a picture that somebody watches. */}
      {page?.immersive ? null : <LaterUpdateNotice />}
    </div>
  );
}
