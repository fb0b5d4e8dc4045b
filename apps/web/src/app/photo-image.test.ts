import type { Photo } from '@sangwian/contract/endpoints/photo';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhotoImage } from '../shared/photo/photo-image.tsx';
import { pictureLink } from './server-document.ts';

const photo: Photo = { path: `/uploads/${'a'.repeat(32)}`, focus_x: 24, focus_y: 40 };
const render = (shown: Photo | null) =>
  renderToStaticMarkup(
    createElement(PhotoImage, {
      ...{
        photo: shown,
        owner: 'fighter',
        src: '/art/crest/a.svg',
        alt: '',
        width: 56,
        height: 56,
      },
    } as const),
  );

test('shows the drawing without a photo', () => {
  const html = render(null);
  expect(html).toContain('<img alt="" src="/art/crest/a.svg" width="56" height="56"/>');
  expect(html).not.toContain('<picture');
});

test('offers every width in AVIF and WebP around the drawing, without a style attribute', () => {
  const html = render(photo);
  expect(html).toMatch(
    /^<picture data-photo="fighter" data-focus="2"><source type="image\/avif"[^>]*><source type="image\/webp"[^>]*><img /,
  );
  expect(html).toContain(`${photo.path}/64.avif 64w,${photo.path}/128.avif 128w`);
  expect(html).toContain(`${photo.path}/576.webp 576w" sizes="56px"`);
  expect(html).toContain('src="/art/crest/a.svg" width="56" height="56"/></picture>');
  expect(html).not.toContain('style');
});

test('the preload header names the photo in the formats and sizes of the page', () => {
  const link = pictureLink({ photo, owner: 'program', sizes: '100vw' });
  expect(link).toContain(`imagesrcset="${photo.path}/400.avif 400w,`);
  expect(link).toContain('imagesizes="100vw"');
  expect(link).toContain('type="image/avif"');
  expect(pictureLink('/art/scene/a.svg')).toBe(
    '</art/scene/a.svg>; rel=preload; as=image; fetchpriority=high',
  );
});
