import type { Operation, RequestOf, ResponseOf } from './contract.ts';
import type { Language } from './endpoints/member.ts';

/**
 * Calls the API from a page that is being rendered, in process. It is a visitor's call: no token is known to the server.
 *
 * Rejects with an error that carries the body of the refusal: `{ code, httpStatus, message }` (`code` of the contract).
 */
export type PageCall = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
) => Promise<ResponseOf<Op>>;

/** A link of a menu to another site. */
export interface MenuSite {
  readonly label: { readonly th: string; readonly en: string };
  readonly href: string;
}

/** Links that belong together below a heading; the rest of a menu has none. */
export interface MenuSection {
  readonly heading: { readonly th: string; readonly en: string } | null;
  readonly links: readonly MenuSite[];
}

/** Where the menus lead away from this site; all of it is configured, and empty where it is not. */
export interface OuterSites {
  /** The news, articles and highlights site. */
  readonly newsUrl: string;
  readonly programUrl: string;
  readonly fighterUrl: string;
  readonly iosStoreUrl: string;
  readonly androidStoreUrl: string;
  /** In development: what is not configured is shown by samples. In production it is hidden. */
  readonly samples: boolean;
  /** The menus News and Highlights; `null`: none, but for samples and the news site itself. */
  readonly menu: {
    readonly news: readonly MenuSection[];
    readonly highlights: readonly MenuSection[];
  } | null;
}

/** What the server knows of a page that is asked for. */
export interface PageInput {
  /** Path and query as `pageAddressOf` writes them: `/live/0198…`. */
  readonly url: string;
  /** From `?lang=`, else the cookie `language`, else TH. */
  readonly language: Language;
  /** What the browser says of itself (`isMobileAgent`); the size of its window is the stylesheet's matter. */
  readonly device: 'mobile' | 'desktop';
  readonly call: PageCall;
  /** Address that fans reach the site at, without a slash at its end; for canonical and `og:` addresses. */
  readonly publicUrl: string;
  /** Ships in the page: it identifies the client and authorises nothing. */
  readonly appKey: string;
  readonly outerSites: OuterSites;
  readonly contactUrl: string;
  /** Where OTPs are sent to. */
  readonly otpCountries: readonly OtpCountry[];
  /** Aborted when its 30 seconds are over. */
  readonly signal: AbortSignal;
}

/** A country whose phones get OTPs. */
export interface OtpCountry {
  /** `+66` */
  readonly callingCode: string;
  /** ISO 3166-1, such as `TH`; empty where a calling code belongs to none. */
  readonly region: string;
}

/** A page, ready to be sent. */
export interface PageOutput {
  readonly status: number;
  /** Lower-case names; `content-type` is `text/html; charset=utf-8` where it is missing. A redirect has `location`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
  /** Hashes of the inline styles and scripts for the Content-Security-Policy: `sha256-<base64>`, without quotes. */
  readonly styleHashes?: readonly string[];
  readonly scriptHashes?: readonly string[];
}

/** A line of a share card, set in the site's own type. */
export interface CardText {
  readonly text: string;
  /** Where its baseline begins, is centred or ends, in pixels of the card. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly sizePx: number;
  /** What is longer is set smaller, until it fits. */
  readonly widthPxMax: number;
  readonly weight: 'bold' | 'medium';
  readonly fill: string;
  /** The colour of a rounded plate behind it. */
  readonly plate?: string;
}

/** The picture of a shared link, 1200×630, before its letters are set. */
export interface ShareCard {
  /** The inside of an SVG of that size. */
  readonly ground: string;
  readonly texts: readonly CardText[];
}

/** What the server bundle of the web (`dist/server/entry-server.js`) exports. */
export interface PageBundle {
  /** Never rejects over a page that does not exist: that is status 404 with the rendered error page. */
  render(input: PageInput): Promise<PageOutput>;
  /** The SVG of a path below `/art/` (`/art/poster/….svg`, with its query), or `null` where there is none. */
  renderArt(path: string): string | null;
  /**
   * The card of a path below `/share/` (`/share/live/<id>/th.png`), as things stand now; `null` where there is none.
   * Rejects as `call` does where the API cannot say now.
   */
  drawShareCard(path: string, call: PageCall): Promise<ShareCard | null>;
}
