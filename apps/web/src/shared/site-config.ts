import type { SiteState } from '@sangwian/contract/endpoints/site';
import type { OtpCountry } from '@sangwian/contract/page-render';
import type { BilingualText } from '@sangwian/i18n/language';
import { createContext, useContext } from 'react';

/** A link to the external news, blog and highlights site. */
export interface ExternalLink {
  readonly label: BilingualText;
  readonly href: string;
}

/** A section of a menu with an optional heading. */
export interface LinkSection {
  readonly heading: BilingualText | null;
  readonly links: readonly ExternalLink[];
}

/** The operators' configuration, which the server includes in every page. */
export interface SiteConfig {
  /** The public URL of this site, without a trailing slash. */
  readonly publicUrl: string;
  /** The value of the header `x-app-key`. */
  readonly appKey: string;
  /** The URL of the chat with the admin. */
  readonly contactUrl: string;
  /** One of so many browsers reports what went well; with 0, browsers report nothing. */
  readonly reportEvery: number;
  /** The countries to which OTPs are sent. */
  readonly otpCountries: readonly OtpCountry[];
  /** The URL of the external site with news, articles and highlights, without a trailing slash. */
  readonly newsUrl: string;
  /** The URL of the programme on the external site; empty for the page of this site. */
  readonly programUrl: string;
  /** The URL of the fighters on the external site; empty for the page of this site. */
  readonly fighterUrl: string;
  readonly iosStoreUrl: string;
  readonly androidStoreUrl: string;
  readonly news: readonly LinkSection[];
  readonly highlights: readonly LinkSection[];
  /**
   * The parts of the site that were switched off when the page was served. `useSwitchedOff` returns the current state.
   */
  readonly state: SiteState;
}

const SiteConfigContext = createContext<SiteConfig | null>(null);

export const SiteConfigProvider = SiteConfigContext.Provider;

export function useSiteConfig(): SiteConfig {
  const config = useContext(SiteConfigContext);
  if (!config) throw new Error('SiteConfigProvider is missing');
  return config;
}
