import type { Operation, RequestOf, ResponseOf } from './contract.ts';
import type { Language } from './endpoints/member.ts';
import type { SiteState } from './endpoints/site.ts';

/**
 * Calls the API in process while a page is rendered, as a visitor: the server knows no token.
 *
 * Rejects with an error that carries the refusal: `{ code, httpStatus, message }` (`code` of the contract).
 */
export type PageCall = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
) => Promise<ResponseOf<Op>>;

/** A menu link to another site. */
export interface MenuSite {
  readonly label: { readonly th: string; readonly en: string };
  readonly href: string;
}

/** A group of menu links; `null`: without a heading. */
export interface MenuSection {
  readonly heading: { readonly th: string; readonly en: string } | null;
  readonly links: readonly MenuSite[];
}

/** External URLs in the menus; empty if not configured. */
export interface OuterSites {
  /** The news, articles and highlights site. */
  readonly newsUrl: string;
  readonly programUrl: string;
  readonly fighterUrl: string;
  readonly iosStoreUrl: string;
  readonly androidStoreUrl: string;
  /** Whether samples replace what is not configured (development); otherwise it is hidden. */
  readonly samples: boolean;
  /** The menus News and Highlights; `null`: only samples and the news site itself. */
  readonly menu: {
    readonly news: readonly MenuSection[];
    readonly highlights: readonly MenuSection[];
  } | null;
}

/** Everything that the renderer receives about a requested page. */
export interface PageInput {
  /** Path and query as `pageAddressOf` writes them: `/live/0198…`. */
  readonly url: string;
  /** From `?lang=`, else the cookie `language`, else TH. */
  readonly language: Language;
  /** Derived from the user agent (`isMobileAgent`); stylesheets handle the window size. */
  readonly device: 'mobile' | 'desktop';
  readonly call: PageCall;
  /** What is switched off, and the notice above the page. */
  readonly siteState: SiteState;
  /** Public address of the site without a trailing slash, for canonical and `og:` addresses. */
  readonly publicUrl: string;
  /** Part of the page: identifies the client and authorises nothing. */
  readonly appKey: string;
  readonly outerSites: OuterSites;
  readonly contactUrl: string;
  /** One of so many browsers reports what went well; 0: browsers report nothing. */
  readonly reportEvery: number;
  /** Countries whose phones can receive OTPs. */
  readonly otpCountries: readonly OtpCountry[];
  /** Aborts after 30 seconds. */
  readonly signal: AbortSignal;
}

/** A country whose phones can receive OTPs. */
export interface OtpCountry {
  /** `+66` */
  readonly callingCode: string;
  /** ISO 3166-1, such as `TH`; empty where a calling code belongs to none. */
  readonly region: string;
}

/** A rendered page. */
export interface PageOutput {
  readonly status: number;
  /** Lower-case names; `content-type` defaults to `text/html; charset=utf-8`. A redirect has `location`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
  /** Hashes of inline styles and scripts for the Content-Security-Policy: `sha256-<base64>`, without quotes. */
  readonly styleHashes?: readonly string[];
  readonly scriptHashes?: readonly string[];
}

/** A line of text on a share image, set in the site's typeface. */
export interface CardText {
  readonly text: string;
  /** Position of the anchor on the baseline, in pixels of the card. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly sizePx: number;
  /** Longer text is set smaller to fit. */
  readonly widthPxMax: number;
  readonly weight: 'bold' | 'medium';
  readonly fill: string;
  /** Colour of a rounded plate behind the text. */
  readonly plate?: string;
}

/** The image of a shared link, 1200×630, before its text is set. */
export interface ShareCard {
  /** Content of an SVG of that size. */
  readonly ground: string;
  /** URLs of uploaded photos in `ground`, as `href` of an `<image>`. */
  readonly photos: readonly string[];
  readonly texts: readonly CardText[];
}

/** Exports of the web's server bundle (`dist/server/entry-server.js`). */
export interface PageBundle {
  /** A missing page resolves with status 404 and the rendered error page. */
  render(input: PageInput): Promise<PageOutput>;
  /** The SVG of a path below `/art/` (`/art/poster/….svg`, with its query), or `null` if there is none. */
  renderArt(path: string): string | null;
  /**
   * Returns the current card of a path below `/share/` (`/share/live/<id>/th.png`); `null` if there is none. Rejects
   * like `call`.
   */
  drawShareCard(path: string, call: PageCall): Promise<ShareCard | null>;
}
