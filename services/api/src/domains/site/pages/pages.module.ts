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
/** A page in both languages that says that the site is busy and retries automatically. */
const BUSY_PAGE = '/busy.html';
const SERVICE_WORKER = '/sw.js';
/** A worker has the policy of its script, and fetches on behalf of pages. */
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export interface PagesOptions extends PageAnswerOptions {
  /** `null` if the web is not built; then there are no pages. */
  readonly web: Web | null;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** Creates the answer of static files; it returns `null` for other paths. */
function createFileAnswer({ files }: Web, options: PagesOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | null => {
    const path = pathOf(request.url);
    const file = files.get(path);
    if (file === undefined) return null;
    // A static page (`/unsupport.html`) loads its style and pictures like any other.
    if (file.type.startsWith('text/html')) sendPolicy(reply, options, {}, []);
    if (path !== SERVICE_WORKER) return sendStaticFile(request, reply, file);
    reply.header('content-security-policy', SERVICE_WORKER_POLICY);
    return sendStaticFile(request, reply, { ...file, cacheControl: 'no-cache' });
  };
}

/** `rate_limited`: one address is beyond its limit; `unavailable`: too many renders wait, or the thread has ended. */
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

/** Creates the refusal of pages with the busy page. Other errors are answered as usual. */
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
