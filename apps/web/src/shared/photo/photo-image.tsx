import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import type { ComponentProps } from 'react';
import { srcSetOf } from './photo-sources.ts';

interface PhotoImageProps extends ComponentProps<'img'> {
  readonly photo: Photo | null | undefined;
  readonly owner: PhotoOwner;
  /** The width at which the page shows the image, as in `<img sizes>`; by default `width` in pixels. */
  readonly sizes?: string;
  /** The URL of the drawing, shown without a photo and in browsers that support neither image format. */
  readonly src: string;
  readonly alt: string;
}

/** The uploaded photo of a fighter or a card, or the drawing without a photo. Both have the same size. */
export function PhotoImage({ photo, owner, sizes, alt, ...rest }: PhotoImageProps) {
  const drawing = <img alt={alt} {...rest} />;
  if (!photo) return drawing;
  const at = sizes ?? `${rest.width}px`;
  return (
    // The CSP forbids style attributes. Attributes with the focus in tenths are mapped to `object-position` by style
    // sheets.
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
