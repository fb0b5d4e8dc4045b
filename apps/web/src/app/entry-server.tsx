import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { PageBundle, PageInput, PageOutput } from '@sangwian/contract/page-render';
import { localeOf } from '@sangwian/i18n/language';
import { renderArt } from '@sangwian/ui/art/art-files';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { createQueryClient } from '../shared/api/query-client.ts';
import { loadCatalogue, needCatalogue } from '../shared/language/catalogue.ts';
import { SiteConfigProvider } from '../shared/site-config.ts';
import { serializeBoot } from './boot.ts';
import { describePage } from './discovery/describe-page.ts';
import { drawShareCard } from './discovery/draw-share-card.ts';
import { headTags } from './discovery/head-tags.ts';
import { errorTitle } from './error-title.ts';
import { createLoaderContext } from './loader-context.ts';
import type { pageHandleOf } from './pages.ts';
import { renderWhole } from './render-whole.ts';
import { createRoutes } from './routes.tsx';
import { assetsOf, documentHtml, hashOf, pictureLink } from './server-document.ts';
import { siteConfigOf } from './site-config-of.ts';
import { NOTICE_HASHES, noticeHtml } from './site-notice/notice-html.ts';

export { drawShareCard, renderArt };

const handler = createStaticHandler(createRoutes());
// The server bundle contains every page, so it needs all catalogues.
const PAGE_PARTS = ['account', 'fights', 'live', 'replay', 'peaks', 'wallet', 'game'] as const;
for (const part of PAGE_PARTS) {
  void needCatalogue(part);
}

/** Serializes the errors of loaders. An error response keeps its data; any other error becomes a 500 without data. */
function serializeErrors(errors: StaticHandlerContext['errors']) {
  if (!errors) return null;
  for (const error of Object.values(errors)) {
    if (!isRouteErrorResponse(error)) console.error(error);
  }
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      isRouteErrorResponse(error)
        ? { status: error.status, statusText: error.statusText, data: error.data }
        : { status: 500, statusText: 'Internal Server Error', data: null },
    ]),
  );
}

/** Removes undefined properties, because they would override defined ones in a spread. */
const definedOf = <Entries extends object>(entries: Entries): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as Partial<Entries>;

const redirectTo = (location: string, status = 302): PageOutput => ({
  status,
  headers: { location, 'cache-control': 'no-store' },
  html: '',
});

/**
 * Renders the page of a URL. The page contains no data of a member, because only the browser knows the session. The
 * response is therefore the same for all readers of a language.
 */
export async function render(request: PageInput): Promise<PageOutput> {
  const { language } = request;
  const url = new URL(request.url, request.publicUrl);

  const locale = localeOf(language);
  const i18n = setupI18n({ locale, messages: { [locale]: await loadCatalogue(language) } });
  const site = siteConfigOf(request);
  const context = await handler.query(new Request(url, { signal: request.signal }), {
    requestContext: createLoaderContext(request.call, language),
  });
  if (context instanceof Response) {
    return redirectTo(context.headers.get('location') ?? '/', context.status);
  }

  const router = createStaticRouter(handler.dataRoutes, context);
  const body = await renderWhole(
    <I18nProvider i18n={i18n}>
      <SiteConfigProvider value={site}>
        <QueryClientProvider client={createQueryClient()}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </QueryClientProvider>
      </SiteConfigProvider>
    </I18nProvider>,
  );

  const match = context.matches.at(-1);
  const handle = match?.route.handle as ReturnType<typeof pageHandleOf>;
  const meta = handle?.meta?.({
    i18n,
    language,
    params: match?.params ?? {},
    data: match ? context.loaderData[match.route.id] : undefined,
  });
  const failed = context.statusCode >= 400;
  const { title, description, image, canonical, structured } = describePage(
    {
      path: handle?.page.path,
      url,
      data: match && !failed ? context.loaderData[match.route.id] : undefined,
    },
    { language, publicUrl: site.publicUrl },
  );
  const assets = assetsOf(handle?.page, locale);
  const notice = noticeHtml(request.siteState, new Date());
  const html = documentHtml({
    locale,
    isMobile: request.device === 'mobile',
    head: headTags({
      meta: failed
        ? { title: errorTitle(i18n, Object.values(context.errors ?? {})[0]), noindex: true }
        : { ...meta, ...definedOf({ title, description, image }) },
      language,
      publicUrl: site.publicUrl,
      canonical,
      structured,
    }),
    assets,
    body,
    notice,
    boot: serializeBoot({
      site,
      loaderData: context.loaderData,
      errors: serializeErrors(context.errors),
    }),
  });
  return {
    status: context.statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      ...(meta?.picture && !failed ? { link: pictureLink(meta.picture) } : {}),
    },
    html,
    styleHashes: [
      ...assets.styles.map(({ css }) => hashOf(css)),
      ...(notice === '' ? [] : [NOTICE_HASHES.style]),
    ],
    scriptHashes: notice === '' ? [] : [NOTICE_HASHES.script],
  };
}

// Checks at compile time that this bundle has the type `PageBundle`, as which the API loads it.
({ render, renderArt, drawShareCard }) satisfies PageBundle;
