import type { I18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import type { Params } from 'react-router';

/** What a page says about itself: to the browser's tab, to search engines, and to a chat that shows a link's card. */
export interface PageMeta {
  /** Without the site's name, which is added; the home page gives none. */
  readonly title?: string;
  readonly description?: string;
  /** A path of this site: the Open Graph image. */
  readonly image?: string;
  /** A path of this site: the largest picture above the fold, fetched before the page's own fonts and scripts. */
  readonly picture?: string;
  /** Pages that a search engine should not show. */
  readonly noindex?: boolean;
}

export interface PageMetaArgs<Data = unknown> {
  readonly i18n: I18n;
  readonly language: Language;
  readonly params: Params;
  /** What the page's loader gave; `undefined` where it failed. */
  readonly data: Data | undefined;
}

export type MetaFunction<Data = unknown> = (args: PageMetaArgs<Data>) => PageMeta;
