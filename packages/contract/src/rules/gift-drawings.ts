/** The drawings that a gift can have, `/art/gift/<name>.svg`; `packages/ui` draws them. */
export const GIFT_DRAWINGS = [
  'garland',
  'flask',
  'prajiat',
  'gloves',
  'drum',
  'pipe',
  'mongkhon',
  'elephant',
  'belt',
] as const;
export type GiftDrawing = (typeof GIFT_DRAWINGS)[number];
