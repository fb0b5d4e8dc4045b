import type { OtpCountry } from '@sangwian/contract/page-render';
import type { BilingualText } from '@sangwian/i18n/language';
import { createContext, useContext } from 'react';

/** A link to the external news, blog and highlights site. */
export interface ExternalLink {
  readonly label: BilingualText;
  readonly href: string;
}

/** Links that belong together in a menu, below their heading where they have one. */
export interface LinkSection {
  readonly heading: BilingualText | null;
  readonly links: readonly ExternalLink[];
}

/** What the operator of the site sets; the server puts it into every page. */
export interface SiteConfig {
  /** The site's own address, without a slash at its end. */
  readonly publicUrl: string;
  /** The header `x-app-key`. */
  readonly appKey: string;
  /** The admin's chat. */
  readonly contactUrl: string;
  /** Where OTPs are sent to. */
  readonly otpCountries: readonly OtpCountry[];
  /** The external news, articles and highlights site, without a slash at its end. */
  readonly newsUrl: string;
  /** The program on the external site; empty: our own page. */
  readonly programUrl: string;
  /** The fighters on the external site; empty: our own page. */
  readonly fighterUrl: string;
  readonly iosStoreUrl: string;
  readonly androidStoreUrl: string;
  readonly news: readonly LinkSection[];
  readonly highlights: readonly LinkSection[];
}

const SiteConfigContext = createContext<SiteConfig | null>(null);

export const SiteConfigProvider = SiteConfigContext.Provider;

export function useSiteConfig(): SiteConfig {
  const config = useContext(SiteConfigContext);
  if (!config) throw new Error('SiteConfigProvider is missing');
  return config;
}
