import { useLingui } from '@lingui/react';
import { languageOf } from '@sangwian/i18n/language';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { documentTitle } from './document-meta.ts';
import { pageHandleOf } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/**
 * Updates the tab's title after a change of page or language. Rendered before the page, so that the effects of an error
 * page run later and override this title. After a navigation, also announces the title and moves the focus to the page,
 * unless the page sets the focus.
 */
function PageTitle() {
  const { i18n } = useLingui();
  const match = useMatches().at(-1);
  const locale = i18n.locale;
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const meta = pageHandleOf(match)?.meta?.({
      i18n,
      language: languageOf(locale),
      params: match?.params ?? {},
      data: match?.loaderData,
    });
    document.title = documentTitle(meta ?? {}, languageOf(locale));
    if (shown.current === pathname) return;
    shown.current = pathname;
    setAnnounced(document.title);
    const main = document.getElementById('main');
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [i18n, locale, match, pathname]);
  return (
    <p role="status" className={visuallyHiddenClass}>
      {announced}
    </p>
  );
}

/**
 * The first page of every document has the key `default`, so different pages would share one stored scroll position.
 */
const scrollKey = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key);

/** The root of every page: the shell around it, the tab's title, the scroll position. */
export function AppRoot() {
  const page = pageHandleOf(useMatches().at(-1))?.page;
  return (
    <Shell page={page}>
      <PageTitle />
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </Shell>
  );
}
