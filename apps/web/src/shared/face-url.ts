import { gymKit } from '@sangwian/ui/art/faces/gym-kit';

/** A fighter with the Thai name of the gym, which selects the gym's colours. */
interface DrawnFighter {
  readonly fighter_id: string;
  readonly gym: { readonly th: string };
}

/** The drawing of a fighter without a photo, outside of a bout. Not in `art-url.ts`, because the live needs no kits. */
export const faceUrl = (
  { fighter_id, gym }: DrawnFighter,
  crop: 'avatar' | 'card' = 'avatar',
): string => `/art/face/${fighter_id}.svg?crop=${crop}&gym=${gymKit(gym.th)}`;
