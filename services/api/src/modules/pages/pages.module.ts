import { LIMITS } from '@sangwian/contract/limits';
import type { OuterSites, PageOutput } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallInProcess } from '../../http/call-in-process.ts';
import { QUICK } from '../../http/compress.ts';
import { FreshKeeper } from '../../http/fresh-keeper.ts';
import type { ApiModule } from '../../http/handler.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../http/shared-bytes.ts';
import { sendStaticFile } from '../../http/static-files.ts';
import { isSupportedBrowser } from './browser-support.ts';
import { contentSecurityPolicy, mayBeFramed } from './content-security-policy.ts';
import type { Web } from './load-web.ts';
import { pageLanguage } from './page-language.ts';
import { isSealedAddress } from './sealed-address.ts';

const UNSUPPORTED_PAGE = '/unsupport.html';
const SERVICE_WORKER = '/sw.js';
/** A worker has the policy that its script came with: it fetches what pages ask it for. */
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const ART_CACHE = 'public, max-age=31536000, immutable';
/** Every fan gets the same page, but for language; it is asked for again each time, and is rarely sent again. */
const PAGE_CACHE = 'public, max-age=0, must-revalidate';

const PAGES_KEPT_MAX = 500;
const ART_KEPT_MAX = 1_000;
/** A page that cannot be rendered now is shown as it was, this long. */
const PAGE_STALE_MS = 60_000;

export interface PagesOptions {
  /** `null` where the web was not built: then there are no pages. */
  readonly web: Web | null;
  readonly call: CallInProcess;
  /** How long a rendered page is given again. */
  readonly freshMs: number;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
  readonly mediaPublicUrl: string;
  /** Script that cards become tokens with; empty where there are none. */
  readonly tokeniserUrl: string;
  readonly appKey: string;
  readonly outerSites: OuterSites;
  readonly contactUrl: string;
  readonly frameAncestors: readonly string[];
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** What is drawn for an address: all of it but a query that is a secret. */
const drawnUrlOf = (url: string): string => (isSealedAddress(pathOf(url)) ? pathOf(url) : url);

function renderPage(web: Web, options: PagesOptions, request: FastifyRequest): Promise<PageOutput> {
  const userAgent = request.headers['user-agent'] ?? '';
  const { ip } = request;
  const log = request.log as Logger;
  // The page is everybody's who asks for it now, so it does not end with who asked first.
  const signal = AbortSignal.timeout(LIMITS.apiTimeoutMs);
  return web.bundle.render({
    url: drawnUrlOf(request.url),
    language: pageLanguage(request.url, request.headers.cookie),
    userAgent,
    call: (operation, parts) => options.call(operation, parts, { ip, userAgent, log }),
    publicUrl: options.publicUrl(),
    appKey: options.appKey,
    outerSites: options.outerSites,
    contactUrl: options.contactUrl,
    signal,
  });
}

/** A page that was rendered, with the bytes that everybody is sent. */
interface RenderedPage {
  readonly page: PageOutput;
  readonly bytes: SharedBytes;
}

function sendPolicy(
  reply: FastifyReply,
  { publicUrl, mediaPublicUrl, tokeniserUrl }: PagesOptions,
  page: Pick<PageOutput, 'styleHashes' | 'scriptHashes'>,
  frameAncestors: readonly string[],
): void {
  const policy = contentSecurityPolicy({
    publicUrl: publicUrl(),
    mediaPublicUrl,
    tokeniserUrl,
    styleHashes: page.styleHashes ?? [],
    scriptHashes: page.scriptHashes ?? [],
    frameAncestors,
  });
  reply.header('content-security-policy', policy);
}

function sendPage(
  { page, bytes }: RenderedPage,
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = pathOf(request.url);
  const framed = mayBeFramed(path);
  const sealed = isSealedAddress(path);
  if (sealed) reply.header('referrer-policy', 'no-referrer');
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 && !sealed ? PAGE_CACHE : 'no-store')
    .header('vary', 'cookie')
    .headers(page.headers);
  sendPolicy(reply, options, page, framed ? options.frameAncestors : []);
  return sendShared(request, reply, bytes);
}

/** Pages of this moment, each rendered once for everybody who asks for it in that language. */
function createPageAnswer(web: Web, options: PagesOptions) {
  const kept = new FreshKeeper<RenderedPage>({
    entriesMax: PAGES_KEPT_MAX,
    mayServeStale: () => true,
  });
  const freshness = { freshMs: options.freshMs, staleMs: PAGE_STALE_MS };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const key = `${pageLanguage(request.url, request.headers.cookie)} ${drawnUrlOf(request.url)}`;
    const rendered = await kept.get(key, freshness, async () => {
      const page = await renderPage(web, options, request);
      return { page, bytes: shareBytes(page.html, QUICK) };
    });
    return sendPage(rendered, options, request, reply);
  };
}

/** The drawings of the site. They are made from their address alone, so they never change. */
function createArtAnswer(web: Web) {
  const kept = new FreshKeeper<SharedBytes | null>({
    entriesMax: ART_KEPT_MAX,
    mayServeStale: () => false,
  });
  const freshness = { freshMs: Number.POSITIVE_INFINITY, staleMs: 0 };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bytes = await kept.get(request.url, freshness, async () => {
      const svg = web.bundle.renderArt(request.url);
      return svg === null ? null : shareBytes(svg, QUICK);
    });
    if (bytes === null) throw new ApiError('not_found');
    reply.type('image/svg+xml; charset=utf-8').header('cache-control', ART_CACHE);
    return sendShared(request, reply, bytes);
  };
}

/** Pages rendered on the server, the drawings of the site, and the files of the built web app. */
export function createPagesModule(options: PagesOptions): ApiModule {
  const { web } = options;
  if (web === null) return { missing: async () => ['pages'] };
  const answerPage = createPageAnswer(web, options);
  return {
    register: (app) => {
      app.get('/art/*', createArtAnswer(web));
      app.get('/*', { handlerTimeout: LIMITS.apiTimeoutMs }, (request, reply) => {
        const path = pathOf(request.url);
        const file = web.files.get(path);
        if (file !== undefined) {
          // A page that is a file (`/unsupport.html`) loads its style and pictures like any other.
          if (file.type.startsWith('text/html')) sendPolicy(reply, options, {}, []);
          if (path === SERVICE_WORKER) {
            reply.header('content-security-policy', SERVICE_WORKER_POLICY);
            return sendStaticFile(request, reply, { ...file, cacheControl: 'no-cache' });
          }
          return sendStaticFile(request, reply, file);
        }
        if (path.startsWith('/assets/')) throw new ApiError('not_found');
        if (!isSupportedBrowser(request.headers['user-agent'] ?? '')) {
          return reply.header('vary', 'user-agent').redirect(UNSUPPORTED_PAGE, 302);
        }
        return answerPage(request, reply);
      });
    },
  };
}
