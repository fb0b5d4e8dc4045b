import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import type { ComponentProps } from 'react';
import styles from './photo-image.module.css';
import { srcSetOf } from './photo-sources.ts';

interface PhotoImageProps extends ComponentProps<'img'> {
  readonly photo: Photo | null | undefined;
  readonly owner: PhotoOwner;
  /** Defaults to `width`. */
  readonly sizes?: string;
  /** The drawing without a photo, and in browsers without both formats. */
  readonly src: string;
  readonly alt: string;
}

/** The uploaded picture of a fighter or a card, and otherwise its drawing. The box has the size of the drawing. */
export function PhotoImage({ photo, owner, sizes, alt, ...rest }: PhotoImageProps) {
  const drawing = <img alt={alt} {...rest} />;
  if (!photo) return drawing;
  const at = sizes ?? `${rest.width}px`;
  return (
    // The policy forbids `style` in the page, so that stylesheets turn the tenths into `object-position`.
    <picture className={styles[owner]} data-focus={Math.round(photo.focus_x / 10)}>
      <source type="image/avif" srcSet={srcSetOf({ photo, owner }, 'avif')} sizes={at} />
      <source type="image/webp" srcSet={srcSetOf({ photo, owner }, 'webp')} sizes={at} />
      {drawing}
    </picture>
  );
}
