import { LIMITS } from '@sangwian/contract/limits';
import type { PageOutput } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallInProcess } from '../../http/call-in-process.ts';
import type { ApiModule } from '../../http/handler.ts';
import { sendText } from '../../http/send-text.ts';
import { sendStaticFile } from '../../http/static-files.ts';
import { isSupportedBrowser } from './browser-support.ts';
import { contentSecurityPolicy, mayBeFramed } from './content-security-policy.ts';
import type { Web } from './load-web.ts';
import { pageLanguage } from './page-language.ts';

const UNSUPPORTED_PAGE = '/unsupport.html';
const ART_CACHE = 'public, max-age=31536000, immutable';
/** Every fan gets the same page, but for language; it is asked for again each time, and is rarely sent again. */
const PAGE_CACHE = 'public, max-age=0, must-revalidate';

export interface PagesOptions {
  /** `null` where the web was not built: then there are no pages. */
  readonly web: Web | null;
  readonly call: CallInProcess;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
  readonly mediaPublicUrl: string;
  readonly appKey: string;
  readonly newsUrl: string;
  readonly contactUrl: string;
  readonly frameAncestors: readonly string[];
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

function renderPage(web: Web, options: PagesOptions, request: FastifyRequest): Promise<PageOutput> {
  const userAgent = request.headers['user-agent'] ?? '';
  const { ip, signal } = request;
  const log = request.log as Logger;
  return web.bundle.render({
    url: request.url,
    language: pageLanguage(request.url, request.headers.cookie),
    userAgent,
    call: (operation, parts) => options.call(operation, parts, { ip, userAgent, log, signal }),
    publicUrl: options.publicUrl(),
    appKey: options.appKey,
    newsUrl: options.newsUrl,
    contactUrl: options.contactUrl,
    signal,
  });
}

function sendPage(
  page: PageOutput,
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const framed = mayBeFramed(pathOf(request.url));
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 ? PAGE_CACHE : 'no-store')
    .header('vary', 'cookie')
    .headers(page.headers)
    .header(
      'content-security-policy',
      contentSecurityPolicy({
        publicUrl: options.publicUrl(),
        mediaPublicUrl: options.mediaPublicUrl,
        styleHashes: page.styleHashes ?? [],
        scriptHashes: page.scriptHashes ?? [],
        frameAncestors: framed ? options.frameAncestors : [],
      }),
    );
  return sendText(request, reply, page.html);
}

/** Pages rendered on the server, the drawings of the site, and the files of the built web app. */
export function createPagesModule(options: PagesOptions): ApiModule {
  const { web } = options;
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (web === null) throw new ApiError('unavailable');
    const path = pathOf(request.url);
    const file = web.files.get(path);
    if (file !== undefined) return sendStaticFile(request, reply, file);
    if (path.startsWith('/assets/')) throw new ApiError('not_found');
    if (!isSupportedBrowser(request.headers['user-agent'] ?? '')) {
      return reply.header('vary', 'user-agent').redirect(UNSUPPORTED_PAGE, 302);
    }
    return sendPage(await renderPage(web, options, request), options, request, reply);
  }
  return {
    missing: async () => (web === null ? ['pages'] : []),
    register: (app) => {
      app.get('/art/*', async (request, reply) => {
        const svg = web?.bundle.renderArt(request.url) ?? null;
        if (svg === null) throw new ApiError('not_found');
        reply.type('image/svg+xml; charset=utf-8').header('cache-control', ART_CACHE);
        return sendText(request, reply, svg);
      });
      app.get('/*', { handlerTimeout: LIMITS.apiTimeoutMs }, answer);
    },
  };
}
