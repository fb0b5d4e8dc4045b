import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { sendStaticFile } from '../../../platform/http/static-files.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import { createArtAnswer } from './art-answer.ts';
import { browserOf, VARY_BROWSER } from './browser-headers.ts';
import { isSupportedBrowser } from './browser-support.ts';
import type { Web } from './load-web.ts';
import { createPageAnswer, type PageAnswerOptions, sendPolicy } from './page-answer.ts';

export { contentSecurityPolicy } from './content-security-policy.ts';
export { createRenderAdmission, type RenderAdmission } from './render-admission.ts';

const UNSUPPORTED_PAGE = '/unsupport.html';
/** A page in both languages, which shows that the site is busy and retries automatically. */
const BUSY_PAGE = '/busy.html';
const SERVICE_WORKER = '/sw.js';
/** The service worker has a separate policy, since it fetches on behalf of the pages. */
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export interface PagesOptions extends PageAnswerOptions {
  /** `null` if the web app is not built. Then no pages are served. */
  readonly web: Web | null;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** Creates the handler of static files. The handler returns `null` for other paths. */
function createFileAnswer({ files }: Web, options: PagesOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null => {
    const path = pathOf(request.url);
    const file = files.get(path);
    if (file === undefined) return null;
    // A static HTML page (`/unsupport.html`) loads its style and images like a rendered page, so it has the same
    // policy.
    if (file.type.startsWith('text/html')) sendPolicy(reply, options, {}, []);
    if (path !== SERVICE_WORKER) return sendStaticFile(request, reply, file);
    reply.header('content-security-policy', SERVICE_WORKER_POLICY);
    return sendStaticFile(request, reply, { ...file, cacheControl: 'no-cache' });
  };
}

/**
 * The errors that show the busy page. `rate_limited`: an address is over its limit. `unavailable`: too many renders are
 * waiting, or the render thread has ended.
 */
const BUSY_CODES = ['rate_limited', 'unavailable'] as const;

function createRefusedCounter(): Counter<'code'> {
  const counter = new Counter({
    name: 'pages_refused_total',
    help: 'Pages that were not rendered: an address beyond its limit, or too many renders waiting',
    labelNames: ['code'],
    registers: [],
  });
  for (const code of BUSY_CODES) counter.inc({ code }, 0);
  return counter;
}

/** Creates the handler of errors. An error of `BUSY_CODES` gets the busy page; other errors get the usual response. */
function createRefusal({ files }: Web, options: PagesOptions, refused: Counter<'code'>) {
  const busy = files.get(BUSY_PAGE);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toApiError(error);
    const isBusy = BUSY_CODES.some((code) => code === refusal.code);
    if (isBusy) refused.inc({ code: refusal.code });
    if (busy === undefined || !isBusy) return refuse(refusal, request, reply);
    if (refusal.retryAfterS !== undefined) {
      reply.header('retry-after', String(Math.max(1, Math.ceil(refusal.retryAfterS))));
    }
    sendPolicy(reply, options, {}, []);
    reply.code(refusal.httpStatus);
    return sendStaticFile(request, reply, { ...busy, cacheControl: 'no-store' });
  };
}

/** Creates the module of server-rendered pages, drawings and static files. */
export function createPagesModule(options: PagesOptions): ApiModule {
  const { web } = options;
  if (web === null) return { missing: async () => ['pages'] };
  const { renderer } = web;
  const answerPage = createPageAnswer(renderer, options);
  const answerFile = createFileAnswer(web, options);
  const refused = createRefusedCounter();
  const refusePage = createRefusal(web, options, refused);
  return {
    register: (app) => {
      app.get('/art/*', createArtAnswer(renderer));
      app.get('/*', { handlerTimeout: LIMITS.apiTimeoutMs }, async (request, reply) => {
        const file = answerFile(request, reply);
        if (file !== null) return file;
        if (pathOf(request.url).startsWith('/assets/')) throw new ApiError('not_found');
        if (!isSupportedBrowser(browserOf(request.headers))) {
          return reply.header('vary', VARY_BROWSER).redirect(UNSUPPORTED_PAGE, 302);
        }
        try {
          return await answerPage(request, reply);
        } catch (error) {
          return refusePage(error, request, reply);
        }
      });
    },
    observe: (registry) => registry.registerMetric(refused),
    start: () => renderer.ready(),
    stop: () => renderer.close(),
  };
}
