import type { I18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import type { Params } from 'react-router';
import type { ShownPhoto } from './photo/photo-sources.ts';

/** The metadata of a page for the browser tab, search engines and link previews. */
export interface PageMeta {
  /** The title without the site's name, which is added later; `undefined` on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** The Open Graph image, as a path of this site. */
  readonly image?: string;
  /** The largest image above the fold, which is preloaded: a path of this site, or a photo. */
  readonly picture?: string | ShownPhoto;
  /** A clip that link previews can play. `image` is its first frame. */
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
