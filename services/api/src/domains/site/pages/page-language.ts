import type { Language } from '@sangwian/contract/endpoints/member';
import { cookieLanguage } from '../../../platform/http/caller-cookies.ts';

/** The language that an address asks for by `?lang=`. */
function askedLanguage(url: string): Language | null {
  const query = url.indexOf('?');
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang');
  const upper = asked?.toUpperCase();
  return upper === 'TH' || upper === 'EN' ? upper : null;
}

/** The language that a page is rendered in: `?lang=`, else the cookie `language`, else Thai. */
export function pageLanguage(url: string, cookie: string | undefined): Language {
  return askedLanguage(url) ?? cookieLanguage(cookie) ?? 'TH';
}

/** Where a page leads on to, in the language that its own address asked for. */
export function keepLanguage(location: string, url: string): string {
  const asked = askedLanguage(url);
  if (asked === null) return location;
  return `${location}${location.includes('?') ? '&' : '?'}lang=${asked.toLowerCase()}`;
}
