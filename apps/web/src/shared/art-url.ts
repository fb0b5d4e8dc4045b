type Corner = 'red' | 'blue';
type EmptyPicture = 'lives' | 'chat' | 'search' | 'history' | 'coins' | 'offline' | 'not-found';

/*
 * URLs of the server's drawings (`packages/ui/src/art/art-files.ts`). They are repeated here because importing that
 * file would bring all drawing code into the browser; `art-url.test.ts` compares the two.
 */

/** The scene ids that the server accepts. */
const SCENE_ID = /^[\w-]{1,64}$/;

/** The arena with both fighters, 16:9. An invalid or missing id has a default scene. */
export const sceneUrl = (id: string): string =>
  `/art/scene/${SCENE_ID.test(id) ? id : 'arena'}.svg`;

/** The round crest of a name, optionally in a corner's colour. The server requires dots to be encoded. */
export const crestUrl = (name: string, corner?: Corner): string =>
  `/art/crest/${encodeURIComponent(name).replaceAll('.', '%2E')}.svg${corner ? `?${corner}` : ''}`;

/** A fighter of a corner, facing the other one. */
export const fighterUrl = (pose: 'guard' | 'knee', corner: Corner): string =>
  `/art/fighter/${pose}.svg?${corner}`;

/** The 240×160 drawing of an empty state. */
export const emptyUrl = (picture: EmptyPicture): string => `/art/empty/${picture}.svg`;

/** The 160×120 picture of a package. */
export const coinsUrl = (picture: '20-coin' | '100-coin' | '500-coin'): string =>
  `/art/coins/${picture}.svg`;
