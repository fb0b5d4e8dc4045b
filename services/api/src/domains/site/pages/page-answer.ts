import type { OtpCountry, OuterSites, PageOutput } from '@sangwian/contract/page-render';
import { isMobileAgent } from '@sangwian/contract/rules/mobile';
import { pageAddressOf } from '@sangwian/contract/rules/page-address';
import { plainPath } from '@sangwian/contract/rules/plain-path';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OUTAGE_MS } from '../../../platform/http/answer-call.ts';
import type { CallInProcess } from '../../../platform/http/call-in-process.ts';
import { QUICK } from '../../../platform/http/compress.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import type { Switches } from '../../../platform/switches/switches.module.ts';
import { browserOf, VARY_BROWSER } from './browser-headers.ts';
import { contentSecurityPolicy, mayBeFramed } from './content-security-policy.ts';
import { keepLanguage, pageLanguage } from './page-language.ts';
import type { RenderAdmission } from './render-admission.ts';
import type { Renderer } from './render-thread.ts';

/**
 * A page depends only on the URL, the language and the device. Browsers revalidate a page and usually get a 304
 * response.
 */
const PAGE_CACHE = 'public, max-age=0, must-revalidate';
const PAGES_KEPT_MAX = 500;
/**
 * How long a stale page may be served when rendering fails or the requesting address is over its limit. In the browser,
 * the page receives current data over its socket.
 */
const PAGE_STALE_MS = 300_000;
const USER_AGENT_CHARS_MAX = 300;

export interface PageAnswerOptions {
  readonly call: CallInProcess;
  /** How long a rendered page is fresh. */
  readonly freshMs: number;
  /** Returns the site's URL, which is known only once the server listens. */
  readonly publicUrl: () => string;
  readonly mediaPublicUrl: string;
  /** The card tokenisation script; empty if the payment provider has none. */
  readonly tokeniserUrl: string;
  readonly appKey: string;
  readonly outerSites: OuterSites;
  readonly contactUrl: string;
  /** One of so many browsers reports what went well; 0: none. */
  readonly reportEvery: number;
  readonly otpCountries: readonly OtpCountry[];
  readonly frameAncestors: readonly string[];
  readonly admission: RenderAdmission;
  readonly switches: Pick<Switches, 'forPage'>;
}

/** A rendered page and its bytes, which all responses share. */
interface RenderedPage {
  readonly page: PageOutput;
  readonly bytes: SharedBytes;
}

/**
 * Pages whose query contains a secret that signs a member in. The secret is removed from the URL before the page is
 * rendered or cached.
 */
const SEALED_PATHS = new Set(['/redirect']);

export function sendPolicy(
  reply: FastifyReply,
  { publicUrl, mediaPublicUrl, tokeniserUrl }: PageAnswerOptions,
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
  address: string,
  options: PageAnswerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = ''] = address.split('?', 1);
  const sealed = SEALED_PATHS.has(plainPath(path));
  if (sealed) reply.header('referrer-policy', 'no-referrer');
  reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 && !sealed ? PAGE_CACHE : 'no-store')
    .header('vary', `cookie, ${VARY_BROWSER}`)
    .headers(page.headers);
  const { location } = page.headers;
  if (location !== undefined) reply.header('location', keepLanguage(location, request.url));
  sendPolicy(reply, options, page, mayBeFramed(path) ? options.frameAncestors : []);
  return sendShared(request, reply, bytes);
}

/** A rendered error page. An error page is never cached, and is sent only if no stale page exists. */
class FailedPage extends Error {
  override name = 'FailedPage';
  readonly rendered: RenderedPage;

  constructor(rendered: RenderedPage) {
    super(`the page was rendered with status ${rendered.page.status}`);
    this.rendered = rendered;
  }
}

/** Creates the handler of pages. A page is rendered once per URL, language, device and state of the switches. */
export function createPageAnswer(renderer: Renderer, options: PageAnswerOptions) {
  const kept = new FreshKeeper<RenderedPage>({
    entriesMax: PAGES_KEPT_MAX,
    mayServeStale: () => true,
  });
  const freshness = {
    freshMs: options.freshMs,
    staleMs: PAGE_STALE_MS,
    outageMs: Math.max(OUTAGE_MS, PAGE_STALE_MS),
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { ip } = request;
    const language = pageLanguage(request.url, request.headers.cookie);
    const isMobile = isMobileAgent(browserOf(request.headers));
    const device = isMobile ? ('mobile' as const) : ('desktop' as const);
    const url = pageAddressOf(request.url);
    const { state: siteState, key: stateKey } = await options.switches.forPage();
    const rendered = await kept
      .get(
        // The key contains the state of the switches, so that a switch changes every page at once.
        `${stateKey} ${language} ${device} ${url}`,
        freshness,
        () =>
          options.admission.run(ip, async () => {
            const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARS_MAX);
            const origin = { ip, userAgent, log: request.log as Logger };
            const input = {
              url,
              language,
              device,
              siteState,
              publicUrl: options.publicUrl(),
              appKey: options.appKey,
              outerSites: options.outerSites,
              contactUrl: options.contactUrl,
              reportEvery: options.reportEvery,
              otpCountries: options.otpCountries,
            };
            const page = await renderer.render({ kind: 'page', input }, (operation, parts) =>
              options.call(operation, parts, origin),
            );
            const fresh = { page, bytes: shareBytes(page.html, QUICK) };
            if (page.status >= 500) throw new FailedPage(fresh);
            return fresh;
          }),
        { owner: addressKey(ip), enter: () => options.admission.enter(ip) },
      )
      .catch((error: unknown) => {
        if (error instanceof FailedPage) return error.rendered;
        throw error;
      });
    return sendPage(rendered, url, options, request, reply);
  };
}
