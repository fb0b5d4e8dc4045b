import type { Language } from '@sangwian/contract/endpoints/member';
import { cookieLanguage } from '../../../platform/http/caller-cookies.ts';

function queryLanguage(url: string): Language | null {
  const query = url.indexOf('?');
  const lang = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang');
  const upper = lang?.toUpperCase();
  return upper === 'TH' || upper === 'EN' ? upper : null;
}

/** Returns the language of a page: the query `?lang=`, or else the cookie `language`, or else Thai. */
export function pageLanguage(url: string, cookie: string | undefined): Language {
  return queryLanguage(url) ?? cookieLanguage(cookie) ?? 'TH';
}

/** Copies the `?lang=` of the requested URL to the target of a redirect. */
export function keepLanguage(location: string, url: string): string {
  const language = queryLanguage(url);
  if (language === null) return location;
  return `${location}${location.includes('?') ? '&' : '?'}lang=${language.toLowerCase()}`;
}
