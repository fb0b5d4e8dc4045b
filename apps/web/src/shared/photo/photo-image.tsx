import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import type { ComponentProps } from 'react';
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

/** The uploaded image of a fighter or a card, and otherwise its drawing. The box has the size of the drawing. */
export function PhotoImage({ photo, owner, sizes, alt, ...rest }: PhotoImageProps) {
  const drawing = <img alt={alt} {...rest} />;
  if (!photo) return drawing;
  const at = sizes ?? `${rest.width}px`;
  return (
    // The policy forbids `style` in the page, so that stylesheets turn the tenths into `object-position`.
    <picture data-photo={owner} data-focus={Math.round(photo.focus_x / 10)}>
      {['avif', 'webp'].map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={srcSetOf(photo.path, owner, format)}
          sizes={at}
        />
      ))}
      {drawing}
    </picture>
  );
}
