import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type PageLanguage,
  renderPartnerPage,
  renderReceiptPage,
  renderSealedPage,
  TARGETS,
  type TargetName,
} from './partner-page.ts';
import {
  liveExternalUrl,
  type PartnerHandover,
  type PartnerMember,
  type PartnerPurchase,
  type PartnerServer,
  SiteRefusal,
} from './partner-server.ts';

const PATH = '/sandbox/partner';
const PURCHASE_SATANG_MAX = 50_000;
/** Links and receipts kept for reloads; the oldest are dropped first. */
const PAGES_KEPT_MAX = 50;

const MEMBERS: readonly [PartnerMember, ...PartnerMember[]] = [
  { id: 'lp-1001', first_name: 'ปาลิน', last_name: 'ลำพูทอง' },
  { id: 'lp-1002', first_name: 'Nara', last_name: 'Chomlak' },
  { id: 'lp-1003', first_name: 'ธีร์', last_name: 'ศรีลำดวน' },
];

const languageOf = (text: string | undefined): PageLanguage => (text === 'en' ? 'EN' : 'TH');

const Query = z.object({
  lang: z.string().optional().catch(undefined),
  link: z.string().optional().catch(undefined),
  receipt: z.string().optional().catch(undefined),
});
const Form = z.object({
  lang: z.string().optional(),
  member: z.enum(MEMBERS.map(({ id }) => id)),
  target: z.enum(Object.keys(TARGETS) as TargetName[]),
  purchase: z.literal('1').optional(),
  package: z.coerce.number().int().optional(),
  action: z.enum(['watch', 'seal', 'buy']),
});

function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
  // The page contains a sealed link and leads to another site: it must not be cached or sent as a referrer.
  return reply
    .code(status)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Stores a page and returns its ID. A page with an address can be reloaded without sending the form again. */
function keepPage<Shown>(pages: Map<string, Shown>, shown: Shown): string {
  const id = randomUUID();
  pages.set(id, shown);
  const [oldest] = pages.keys();
  if (pages.size > PAGES_KEPT_MAX && oldest !== undefined) pages.delete(oldest);
  return id;
}

/**
 * `/sandbox/partner`: an invented partner for manual tests. The page calls the partner's server, which signs the
 * member in at the site or makes the sealed link.
 */
export async function addPartner(server: FastifyInstance, partner: PartnerServer): Promise<void> {
  const links = new Map<string, PartnerHandover>();
  const receipts = new Map<string, PartnerPurchase>();
  // The page is rendered without packages if the site does not answer.
  const listPackages = () => partner.listPackages().catch(() => []);
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(PATH, async (request, reply) => {
      const { lang, link = '', receipt = '' } = Query.parse(request.query);
      const language = languageOf(lang);
      const handover = links.get(link);
      if (handover) return sendPage(reply, renderSealedPage(language, PATH, link, handover));
      const bought = receipts.get(receipt);
      if (bought) return sendPage(reply, renderReceiptPage(language, PATH, receipt, bought));
      const page = { language, path: PATH, members: MEMBERS, packages: await listPackages() };
      return sendPage(reply, renderPartnerPage(page));
    });
    scope.post(PATH, async (request, reply) => {
      const form = Form.safeParse(request.body);
      if (!form.success) return reply.redirect(PATH, 303);
      const { lang, member: id, target, purchase, package: packageId, action } = form.data;
      const language = languageOf(lang);
      const claims = {
        member: MEMBERS.find((member) => member.id === id) ?? MEMBERS[0],
        language,
        maxSatang: purchase === undefined ? null : PURCHASE_SATANG_MAX,
      };
      try {
        if (action === 'watch') {
          const session = await partner.startSession(claims);
          reply.header('referrer-policy', 'no-referrer');
          return reply.redirect(liveExternalUrl(partner.siteUrl, session), 303);
        }
        const kept =
          action === 'buy'
            ? {
                receipt: keepPage(
                  receipts,
                  await partner.buy(claims.member, language, packageId ?? 0),
                ),
              }
            : { link: keepPage(links, await partner.makeHandover(claims, TARGETS[target])) };
        const shown = new URLSearchParams({ lang: language.toLowerCase(), ...kept });
        return reply.redirect(`${PATH}?${shown}`, 303);
      } catch (error) {
        const refusal =
          error instanceof SiteRefusal
            ? error
            : new SiteRefusal('unavailable', 'The site did not answer');
        const packages = await listPackages();
        const page = { language, path: PATH, members: MEMBERS, packages, refusal };
        return sendPage(reply, renderPartnerPage(page), 502);
      }
    });
  });
}
