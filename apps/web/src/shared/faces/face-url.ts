import { gymKit } from '@sangwian/ui/art/faces/gym-kit';

/* `vite.config.ts` keeps this file out of the chunk `shared`, which every first page loads. */

/** A fighter with the Thai name of the gym, which selects the gym's colours. */
interface DrawnFighter {
  readonly fighter_id: string;
  readonly gym: { readonly th: string };
}

/** The drawing of a fighter without a photo, outside of a bout. */
export const faceUrl = (
  { fighter_id, gym }: DrawnFighter,
  crop: 'avatar' | 'card' = 'avatar',
): string => `/art/face/${fighter_id}.svg?crop=${crop}&gym=${gymKit(gym.th)}`;

/** The drawing of a fighter in a bout; blue looks different from red. */
export const cornerFaceUrl = (
  bout: Readonly<Record<'red' | 'blue', DrawnFighter>>,
  corner: 'red' | 'blue',
): string => `${faceUrl(bout[corner])}&corner=${corner}&versus=${bout.red.fighter_id}`;
