type Corner = 'red' | 'blue';
type EmptyPicture = 'lives' | 'chat' | 'search' | 'history' | 'coins' | 'offline' | 'not-found';

/*
 * Addresses of the drawings that the server makes (`packages/ui/src/art/art-files.ts`). They stand here once more
 * because importing that file would bring all the drawing code into the browser; `art-url.test.ts` holds each of them
 * against it.
 */

/** The server draws scenes of such ids only. */
const SCENE_ID = /^[\w-]{1,64}$/;

/** The arena with both fighters, 16:9. What is no id, as that of a live not known yet, has a scene of its own. */
export const sceneUrl = (id: string): string =>
  `/art/scene/${SCENE_ID.test(id) ? id : 'arena'}.svg`;

/** The round crest of a name, in a corner's colour where it stands for one. A dot is encoded too: the server wants so. */
export const crestUrl = (name: string, corner?: Corner): string =>
  `/art/crest/${encodeURIComponent(name).replaceAll('.', '%2E')}.svg${corner ? `?${corner}` : ''}`;

/** A drawing of 240×160 for a place where nothing is. */
export const emptyUrl = (picture: EmptyPicture): string => `/art/empty/${picture}.svg`;

/** The pile of coins of a package, 160×120. */
export const coinsUrl = (picture: '20-coin' | '100-coin' | '500-coin'): string =>
  `/art/coins/${picture}.svg`;
