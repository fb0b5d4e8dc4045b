import type { Clothes, Lighting } from './kits.ts';
import type { Look } from './look.ts';
import type { Pen } from './svg.ts';

/** A fighter with clothes and light, and the pen of the document. */
export interface Figure {
  readonly look: Look;
  readonly clothes: Clothes;
  readonly light: Lighting;
  readonly pen: Pen;
}
