type Corner = 'red' | 'blue';
type EmptyPicture = 'lives' | 'chat' | 'search' | 'history' | 'coins' | 'offline' | 'not-found';

/* URLs of the server's drawings (`packages/ui/src/art/art-files.ts`). The URLs are repeated here, because importing
   that file would load all drawing code in the browser. `art-url.test.ts` compares both files. */

/** The scene ids that the server accepts. */
const SCENE_ID = /^[\w-]{1,64}$/;

/** The arena with both fighters, 16:9. An invalid or missing id selects a default scene. */
export const sceneUrl = (id: string): string =>
  `/art/scene/${SCENE_ID.test(id) ? id : 'arena'}.svg`;

/** The round crest of a name. */
export const crestUrl = (name: string): string => `/art/crest/${encodeURIComponent(name)}.svg`;

/** The drawing of a fighter in a bout; blue looks different from red. `&pose=…` can be appended. */
export const cornerFaceUrl = (
  bout: Readonly<Record<Corner, { readonly fighter_id: string }>>,
  corner: Corner,
  crop: 'avatar' | 'figure' = 'avatar',
): string =>
  `/art/face/${bout[corner].fighter_id}.svg?crop=${crop}&corner=${corner}&versus=${bout.red.fighter_id}`;

/** The 240×160 drawing of an empty state. */
export const emptyUrl = (picture: EmptyPicture): string => `/art/empty/${picture}.svg`;

/** The 160×120 drawing of a package. */
export const coinsUrl = (picture: '20-coin' | '100-coin' | '500-coin'): string =>
  `/art/coins/${picture}.svg`;
