import type { I18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import type { Params } from 'react-router';

/** A page's metadata for the browser's tab, search engines and link previews. */
export interface PageMeta {
  /** Without the site's name, which is added; `undefined` on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** A path of this site: the Open Graph image. */
  readonly image?: string;
  /** A path of this site: the largest picture above the fold, which is preloaded. */
  readonly picture?: string;
  readonly noindex?: boolean;
}

export interface PageMetaArgs<Data = unknown> {
  readonly i18n: I18n;
  readonly language: Language;
  readonly params: Params;
  /** The loader's data; `undefined` if it failed. */
  readonly data: Data | undefined;
}

export type MetaFunction<Data = unknown> = (args: PageMetaArgs<Data>) => PageMeta;
