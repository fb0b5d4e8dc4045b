import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { HasPageProvider } from '../../shared/navigation/has-page.ts';
import { useStore } from '../../shared/store.ts';
import { hasPage, hidesBars, type Page } from '../pages.ts';
import { siteUpdate } from '../site-update.ts';
import { BareBar } from './bare-bar.tsx';
import { ContactButton } from './contact-button.tsx';
import { ErrorToast } from './error-toast.tsx';
import { Footer } from './footer.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { PolicyBar } from './policy-bar.tsx';
import styles from './shell.module.css';
import type { SideMenuProps } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

type UpdateNoticeType = typeof import('./update-notice.tsx').UpdateNotice;

type SearchType = typeof import('../../features/search/search-dialog.tsx').SearchDialog;

const Nothing: UpdateNoticeType = () => <></>;

const UpdateNotice = lazy(async (): Promise<{ default: UpdateNoticeType }> => {
  // The chunks of an old build may no longer exist. The next page that needs a chunk then loads the new build.
  const loaded = await import('./update-notice.tsx').catch(() => undefined);
  return { default: loaded?.UpdateNotice ?? Nothing };
});

/** The notice of a new version, loaded on demand. */
function LazyUpdateNotice() {
  const load = useStore(siteUpdate, null);
  if (load === null) return null;
  return (
    <Suspense fallback={null}>
      <UpdateNotice onLoad={load} onLater={() => siteUpdate.set(null)} />
    </Suspense>
  );
}

/** The search, whose code is loaded when it first opens. After a failure the next press tries again. */
function LazySearch({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [Dialog, setDialog] = useState<SearchType>();
  useEffect(() => {
    if (!isOpen || Dialog) return;
    import('../../features/search/load-search.ts')
      .then(({ loadSearch }) => loadSearch())
      .then((loaded) => setDialog(() => loaded), onClose);
  }, [isOpen, Dialog, onClose]);
  return isOpen && Dialog ? <Dialog onClose={onClose} /> : null;
}

/** The side menu, whose code is loaded when the menu first opens. After a failure the next press tries again. */
function LazySideMenu(props: SideMenuProps) {
  const { openings } = props;
  const [loaded, setLoaded] = useState<{ readonly SideMenu: ComponentType<SideMenuProps> }>();
  useEffect(() => {
    if (openings === 0 || loaded) return;
    void import('./side-menu.tsx').then(setLoaded, () => {});
  }, [openings, loaded]);
  return loaded ? <loaded.SideMenu {...props} /> : null;
}

interface ShellProps {
  /** `undefined` for the not-found page, which has the default layout. */
  readonly page: Page | undefined;
  readonly children: ReactNode;
}

/** The elements around a page, depending on its layout: bars, toast, contact button and footer. */
export function Shell({ page, children }: ShellProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [menuOpenings, setMenuOpenings] = useState(0);
  const [isSearching, setSearching] = useState(false);
  const openSearch = () => setSearching(true);
  const closeSearch = useCallback(() => setSearching(false), []);
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
      {bars ? <TopBar onOpenMenu={openMenu} onSearch={openSearch} /> : null}
      {layout === 'policy' ? <PolicyBar /> : null}
      {layout === 'default' && hidesBars(pathname) ? <BareBar /> : null}
      <main id="main" tabIndex={-1} className={classNames(styles.main, !page?.wide && styles.page)}>
        <HasPageProvider value={hasPage}>{children}</HasPageProvider>
      </main>
      {bars || layout === 'policy' ? <Footer className={styles.footer} /> : null}
      {layout === 'default' ? (
        // The live page has the chat's text box at the right.
        <ContactButton side={page?.immersive ? 'left' : 'right'} className={styles.contact} />
      ) : null}
      {bars && !page?.immersive ? <TabBar onOpenMenu={openMenu} /> : null}
      {bars ? <LazySideMenu openings={menuOpenings} onSearch={openSearch} /> : null}
      {bars ? <LazySearch isOpen={isSearching} onClose={closeSearch} /> : null}
      {/* Not shown over a live. */}
      {page?.immersive ? null : <LazyUpdateNotice />}
    </div>
  );
}
