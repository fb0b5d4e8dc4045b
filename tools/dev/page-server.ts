/**
 * The development server: Vite serves the sources of the web and of the console with hot reload, renders the web's pages
 * from them, and forwards everything else to the API.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { PageBundle, PageOutput } from '@sangwian/contract/page-render';
import { isMobileAgent } from '@sangwian/contract/rules/mobile';
import { pageAddressOf } from '@sangwian/contract/rules/page-address';
import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { readConfig } from '../../services/api/src/config/config.ts';
import { otpCountriesOf } from '../../services/api/src/config/otp-settings.ts';
import { browserOf } from '../../services/api/src/domains/site/pages/browser-headers.ts';
import { pageLanguage } from '../../services/api/src/domains/site/pages/page-language.ts';
import { ROOT } from '../start/settings.ts';
import { callApiOverHttp } from './call-api-over-http.ts';
import { inlineStyles } from './inline-styles.ts';
import { serveConsole } from './serve-console.ts';

const WEB = join(ROOT, 'apps/web');
const ENTRY = '/src/app/entry-server.tsx';
const RENDER_MS_MAX = 30_000;
/** Paths that are forwarded to the API: endpoints, sockets, share images, the sandbox. */
const API_PATHS =
  '^/(api|calendar|health|media|pictures|sandbox|share|socket\\.io)(/|$|\\?)|^/(robots\\.txt|llms\\.txt|sitemap[^/]*\\.xml)$';
/** Removes the service worker that a built site on the same port has registered in the browser. */
const NO_SERVICE_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', () => self.registration.unregister());`;

const config = readConfig();
const logger = createLogger('pages', config.log.logLevel);
const call = callApiOverHttp(process.env['DEV_API_URL'] ?? '', config.secrets.appKey);

const loadBundle = async (vite: ViteDevServer): Promise<PageBundle> =>
  (await vite.ssrLoadModule(ENTRY)) as PageBundle;

async function renderPage(vite: ViteDevServer, request: IncomingMessage): Promise<PageOutput> {
  const { url = '/', headers } = request;
  const bundle = await loadBundle(vite);
  const page = await bundle.render({
    url: pageAddressOf(url),
    language: pageLanguage(url, headers.cookie),
    device: isMobileAgent(browserOf(headers)) ? 'mobile' : 'desktop',
    call,
    siteState: (await call('GET /site/state', {})).data,
    publicUrl: config.http.publicUrl,
    appKey: config.secrets.appKey,
    outerSites: config.web.outerSites,
    contactUrl: config.web.contactUrl,
    reportEvery: config.telemetry.sampleEvery,
    otpCountries: otpCountriesOf(config.otp),
    signal: AbortSignal.timeout(RENDER_MS_MAX),
  });
  if (page.html === '') return page;
  const html = page.html.replace('</head>', `${await inlineStyles(vite, ENTRY)}</head>`);
  return { ...page, html: await vite.transformIndexHtml(url, html) };
}

async function answer(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/' } = request;
  if (url === '/sw.js') {
    response.setHeader('content-type', 'text/javascript').end(NO_SERVICE_WORKER);
    return;
  }
  if (url.startsWith('/art/')) {
    const svg = (await loadBundle(vite)).renderArt(url);
    response.writeHead(svg === null ? 404 : 200, { 'content-type': 'image/svg+xml' }).end(svg);
    return;
  }
  const page = await renderPage(vite, request);
  response
    .writeHead(page.status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...page.headers,
    })
    .end(page.html);
}

/** Renders the remaining paths as pages. */
const pages: Plugin = {
  name: 'pages',
  configureServer: (vite) => () => {
    vite.middlewares.use((request, response, next) => {
      request.url = request.originalUrl ?? request.url ?? '/';
      answer(vite, request, response).catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        logger.error({ err: error, url: request.url }, 'page render failed');
        next(error);
      });
    });
  },
};

// Lingui reads its configuration from the working directory.
process.chdir(WEB);
const vite = await createServer({
  configFile: join(WEB, 'vite.config.ts'),
  appType: 'custom',
  plugins: [serveConsole(), pages],
  server: {
    host: config.http.host,
    port: config.http.port,
    strictPort: true,
    allowedHosts: true,
    proxy: { [API_PATHS]: { target: process.env['DEV_API_URL'] ?? '', ws: true, xfwd: true } },
  },
});
stopWithParent(logger, () => vite.close());
await vite.listen();
// Warms up the first page.
await loadBundle(vite);
reportReady({ site: config.http.port });
