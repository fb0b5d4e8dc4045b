import type { OtpCountry, OuterSites, PageOutput } from '@sangwian/contract/page-render';
import { isMobileAgent } from '@sangwian/contract/rules/mobile';
import { pageAddressOf } from '@sangwian/contract/rules/page-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OUTAGE_MS } from '../../../platform/http/answer-call.ts';
import type { CallInProcess } from '../../../platform/http/call-in-process.ts';
import { QUICK } from '../../../platform/http/compress.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import { browserOf, VARY_BROWSER } from './browser-headers.ts';
import { contentSecurityPolicy, mayBeFramed } from './content-security-policy.ts';
import { keepLanguage, pageLanguage } from './page-language.ts';
import type { RenderAdmission } from './render-admission.ts';
import type { Renderer } from './render-thread.ts';
import { isSealedAddress } from './sealed-address.ts';

/** Every fan gets the same page, but for language and device; it is asked for again each time, and is rarely sent again. */
const PAGE_CACHE = 'public, max-age=0, must-revalidate';
const PAGES_KEPT_MAX = 500;
/**
 * A page that cannot be rendered now, or not for this address, is shown as it was, this long: in the browser it follows
 * the sockets and catches up.
 */
const PAGE_STALE_MS = 300_000;
const USER_AGENT_CHARS_MAX = 300;

export interface PageAnswerOptions {
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
  readonly otpCountries: readonly OtpCountry[];
  readonly frameAncestors: readonly string[];
  readonly admission: RenderAdmission;
}

/** A page that was rendered, with the bytes that everybody is sent. */
interface RenderedPage {
  readonly page: PageOutput;
  readonly bytes: SharedBytes;
}

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
  const sealed = isSealedAddress(path);
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

/** A page that says that it could not be made. It is sent where there is no earlier one, and never kept. */
class FailedPage extends Error {
  override name = 'FailedPage';
  readonly rendered: RenderedPage;

  constructor(rendered: RenderedPage) {
    super(`the page was rendered with status ${rendered.page.status}`);
    this.rendered = rendered;
  }
}

/** Pages of this moment, each rendered once for everybody who asks for it in that language, on that device. */
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
    const rendered = await kept
      .get(
        `${language} ${device} ${url}`,
        freshness,
        () =>
          options.admission.run(ip, async () => {
            const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARS_MAX);
            const origin = { ip, userAgent, log: request.log as Logger };
            const input = {
              url,
              language,
              device,
              publicUrl: options.publicUrl(),
              appKey: options.appKey,
              outerSites: options.outerSites,
              contactUrl: options.contactUrl,
              otpCountries: options.otpCountries,
            };
            const page = await renderer.render({ kind: 'page', input }, (operation, parts) =>
              options.call(operation, parts, origin),
            );
            const made = { page, bytes: shareBytes(page.html, QUICK) };
            if (page.status >= 500) throw new FailedPage(made);
            return made;
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
