import type { Language } from '@sangwian/contract/endpoints/member';
import { cookieLanguage } from '../../http/caller-cookies.ts';

/** The language that a page is rendered in: `?lang=`, else the cookie `language`, else Thai. */
export function pageLanguage(url: string, cookie: string | undefined): Language {
  const query = url.indexOf('?');
  const asked = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang');
  const upper = asked?.toUpperCase();
  if (upper === 'TH' || upper === 'EN') return upper;
  return cookieLanguage(cookie) ?? 'TH';
}
