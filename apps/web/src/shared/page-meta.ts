import type { I18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import type { Params } from 'react-router';
import type { ShownPhoto } from './photo/photo-sources.ts';

/** A page's metadata for the browser's tab, search engines and link previews. */
export interface PageMeta {
  /** Without the site's name, which is added; `undefined` on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** A path of this site: the Open Graph image. */
  readonly image?: string;
  /** The largest picture above the fold, which is preloaded: a path of this site, or a photo. */
  readonly picture?: string | ShownPhoto;
  /** A clip that previews of other sites play. `image` is its first picture. */
  readonly clip?: { readonly path: string; readonly width: number; readonly height: number };
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
