import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { ed25519FromSeed } from '@sangwian/node-kit/ed25519-seed';
import { SignJWT } from 'jose';
import { z } from 'zod';

const CALL_MS_MAX = 10_000;
/** The site accepts up to five minutes; a token that is used immediately needs one. */
const TOKEN_SECONDS = 60;

/** ID of this partner in `PARTNERS_FILE`, which the launcher writes. */
export const MAP_SYSTEM_ID = 'lumphu-play';

const Session = z.object({ data: ENDPOINTS['POST /external/member/session'].data });
const Handover = z.object({ data: ENDPOINTS['POST /external/member/handover'].data });
const Packages = z.object({ data: ENDPOINTS['GET /coin/package'].data });
const Purchase = z.object({ data: ENDPOINTS['POST /external/member/purchase'].data });
const Refusal = z.object({ status: z.string(), message: z.string() });

export type PartnerSession = z.infer<typeof Session>['data'];
export type PartnerHandover = z.infer<typeof Handover>['data'];
export type PartnerPurchase = z.infer<typeof Purchase>['data'];
export type CoinPackages = z.infer<typeof Packages>['data']['packages'];

/** A member of this partner. */
export interface PartnerMember {
  /** The partner's ID of the member. */
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Claims of the partner's token about a member. */
export interface PartnerWord {
  readonly member: PartnerMember;
  readonly language: 'TH' | 'EN';
  /** Limit of a single purchase; `null`: no purchase. */
  readonly maxSatang: number | null;
}

/** A refusal of the site. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal';
  readonly status: string;

  constructor(status: string, message: string) {
    super(message);
    this.status = status;
  }
}

export interface PartnerServerOptions {
  /** Address of the site without a trailing slash: the audience of tokens. */
  readonly siteUrl: string;
  /** The root of the API, `…/api/v1`. */
  readonly apiUrl: string;
  /** The site's app key. */
  readonly appKey: string;
  /** Seed of the partner's Ed25519 key, base64url. */
  readonly seed: string;
  readonly now?: () => Date;
}

/** The partner's server with its signing key. */
export class PartnerServer {
  readonly siteUrl: string;
  readonly #options: PartnerServerOptions;
  readonly #key: ReturnType<typeof ed25519FromSeed>;

  constructor(options: PartnerServerOptions) {
    this.siteUrl = options.siteUrl;
    this.#options = options;
    this.#key = ed25519FromSeed(options.seed);
  }

  /** Returns a single-use JWT for a member, valid for a minute. */
  sign({ member, language, maxSatang }: PartnerWord): Promise<string> {
    const now = Math.floor((this.#options.now?.() ?? new Date()).getTime() / 1000);
    return new SignJWT({
      first_name: member.first_name,
      last_name: member.last_name,
      language,
      ...(maxSatang === null ? {} : { max_satang: maxSatang }),
    })
      .setProtectedHeader({ alg: 'EdDSA', kid: this.#key.keyId })
      .setIssuer(MAP_SYSTEM_ID)
      .setAudience(this.siteUrl)
      .setSubject(member.id)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_SECONDS)
      .sign(this.#key.privateKey);
  }

  /** Signs a member in. @throws {SiteRefusal} */
  async startSession(claims: PartnerWord): Promise<PartnerSession> {
    return Session.parse(await this.#post('/external/member/session', claims)).data;
  }

  /** Creates a sealed link for a member to a path of the site. @throws {SiteRefusal} */
  async makeHandover(claims: PartnerWord, target: string): Promise<PartnerHandover> {
    return Handover.parse(await this.#post('/external/member/handover', claims, { target })).data;
  }

  /** Lists the coin packages. @throws {SiteRefusal} */
  async listPackages(): Promise<CoinPackages> {
    const headers = { 'x-app-key': this.#options.appKey };
    return Packages.parse(await this.#call('/coin/package', { headers })).data.packages;
  }

  /** Buys a package for a member at this partner's expense, with a purchase token for its price. @throws {SiteRefusal} */
  async buy(
    member: PartnerMember,
    language: PartnerWord['language'],
    packageId: number,
  ): Promise<PartnerPurchase> {
    const wanted = (await this.listPackages()).find(({ id }) => id === packageId);
    if (wanted === undefined) throw new SiteRefusal('package_not_found', 'Package not found');
    const satang = wanted.price_satang;
    const session = await this.startSession({ member, language, maxSatang: satang });
    const answer = await this.#call('/external/member/purchase', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-key': this.#options.appKey,
        'idempotency-key': randomUUID(),
        authorization: `Bearer ${session.purchase_token}`,
      },
      body: JSON.stringify({ package_id: packageId, expected_satang: satang }),
    });
    return Purchase.parse(answer).data;
  }

  async #post(path: string, claims: PartnerWord, more: object = {}): Promise<unknown> {
    const token = await this.sign(claims);
    return this.#call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ map_system_id: MAP_SYSTEM_ID, token, ...more }),
    });
  }

  async #call(path: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(`${this.#options.apiUrl}${path}`, {
      ...init,
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const refusal = Refusal.safeParse(answer);
    if (!refusal.success) throw new SiteRefusal(String(response.status), 'The site did not answer');
    throw new SiteRefusal(refusal.data.status, refusal.data.message);
  }
}

/**
 * Returns the address that opens the list of lives for a signed-in member. Tokens are in the fragment, which browsers
 * send to no server and which the page removes immediately.
 */
export function liveExternalUrl(siteUrl: string, session: PartnerSession): string {
  const url = new URL('/liveExternal', siteUrl);
  url.searchParams.set('map_system_id', MAP_SYSTEM_ID);
  url.searchParams.set('member_id', session.member.member_id);
  const secrets = new URLSearchParams({ access_token: session.access_token });
  if (session.purchase_token !== null) secrets.set('purchase_token', session.purchase_token);
  url.hash = secrets.toString();
  return url.href;
}
