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

/** The operator's configuration, which the server puts into every page. */
export interface SiteConfig {
  /** The site's own URL, without a trailing slash. */
  readonly publicUrl: string;
  /** The header `x-app-key`. */
  readonly appKey: string;
  /** The admin's chat. */
  readonly contactUrl: string;
  /** The countries to which OTPs are sent. */
  readonly otpCountries: readonly OtpCountry[];
  /** The external news, articles and highlights site, without a trailing slash. */
  readonly newsUrl: string;
  /** The program on the external site; empty: our own page. */
  readonly programUrl: string;
  /** The fighters on the external site; empty: our own page. */
  readonly fighterUrl: string;
  readonly iosStoreUrl: string;
  readonly androidStoreUrl: string;
  readonly news: readonly LinkSection[];
  readonly highlights: readonly LinkSection[];
  /** What was switched off when the page was served. `useSwitchedOff` knows what is now. */
  readonly state: SiteState;
}

const SiteConfigContext = createContext<SiteConfig | null>(null);

export const SiteConfigProvider = SiteConfigContext.Provider;

export function useSiteConfig(): SiteConfig {
  const config = useContext(SiteConfigContext);
  if (!config) throw new Error('SiteConfigProvider is missing');
  return config;
}
