import { useLingui } from '@lingui/react';
import { languageOf } from '@sangwian/i18n/language';
import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { documentTitle } from './document-meta.ts';
import { pageHandleOf } from './pages.ts';
import { Shell } from './shell/shell.tsx';

/**
 * Keeps the tab's title with the page and the language; the first one came from the server. It stands before the page,
 * so that an error page, whose effects run later, has the last word.
 */
function PageTitle() {
  const { i18n } = useLingui();
  const match = useMatches().at(-1);
  const locale = i18n.locale;
  useEffect(() => {
    const meta = pageHandleOf(match)?.meta?.({
      i18n,
      language: languageOf(locale),
      params: match?.params ?? {},
      data: match?.loaderData,
    });
    document.title = documentTitle(meta ?? {}, languageOf(locale));
  }, [i18n, locale, match]);
  return null;
}

/** The root of every page: the shell around it, the tab's title, the scroll position. */
export function AppRoot() {
  const page = pageHandleOf(useMatches().at(-1))?.page;
  return (
    <Shell page={page}>
      <PageTitle />
      <Outlet />
      <ScrollRestoration />
    </Shell>
  );
}
