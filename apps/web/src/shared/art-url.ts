type Corner = 'red' | 'blue';
type EmptyPicture = 'lives' | 'chat' | 'search' | 'history' | 'coins' | 'offline' | 'not-found';

/* URLs of the server's drawings (`packages/ui/src/art/art-files.ts`). The URLs are repeated here, because importing
   that file would load all drawing code in the browser. `art-url.test.ts` compares both files. */

/** The scene ids that the server accepts. */
const SCENE_ID = /^[\w-]{1,64}$/;

/** The arena with both fighters, 16:9. An invalid or missing id selects a default scene. */
export const sceneUrl = (id: string): string =>
  `/art/scene/${SCENE_ID.test(id) ? id : 'arena'}.svg`;

/** The round crest of a name, optionally in a corner's colour. */
export const crestUrl = (name: string, corner?: Corner): string =>
  `/art/crest/${encodeURIComponent(name)}.svg${corner ? `?${corner}` : ''}`;

/** The drawing of a fighter in a corner, facing the opponent. */
export const fighterUrl = (pose: 'guard' | 'knee', corner: Corner): string =>
  `/art/fighter/${pose}.svg?${corner}`;

/** The 240×160 drawing of an empty state. */
export const emptyUrl = (picture: EmptyPicture): string => `/art/empty/${picture}.svg`;

/** The 160×120 drawing of a package. */
export const coinsUrl = (picture: '20-coin' | '100-coin' | '500-coin'): string =>
  `/art/coins/${picture}.svg`;
