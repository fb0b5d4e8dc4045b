import { COIN_PILES, drawCoinPile } from './coin-pile.ts';
import { drawCrest } from './crest.ts';
import { drawEmptyState, EMPTY_STATES } from './empty-states.ts';
import { drawFace } from './faces/face.ts';
import { readFaceAddress } from './faces/face-address.ts';
import { drawFighter } from './fighter.ts';
import { drawGift, GIFT_PICTURES } from './gift.ts';
import { drawCoin, drawLogo } from './marks.ts';
import { POSE_NAMES } from './pose.ts';
import { drawPoster } from './poster.ts';
import { drawScene } from './scene.ts';

/** Maximum length of a path, with percent-encoding (60 Thai letters are 540). */
const PATH_CHARS_MAX = 640;
const NAME_CHARS_MAX = 60;

const ID = '([A-Za-z0-9_-]{1,64})';

/**
 * Routes below `/art/`. Each pattern matches the whole path. A drawing depends only on its path, so answers can be
 * cached permanently.
 */
const ROUTES: readonly {
  readonly pattern: RegExp;
  readonly draw: (first: string, second: string | undefined) => string | null;
}[] = [
  { pattern: new RegExp(`^/art/poster/${ID}\\.svg$`), draw: (id) => drawPoster(id) },
  { pattern: new RegExp(`^/art/scene/${ID}\\.svg$`), draw: (id) => drawScene(id) },
  {
    pattern: new RegExp(`^/art/face/${ID}\\.svg\\?([a-z0-9=&_-]{1,160})$`, 'i'),
    draw: (id, query) => {
      const options = readFaceAddress(query ?? '');
      return options === null ? null : drawFace(id, options);
    },
  },
  { pattern: /^\/art\/crest\/([^/?#]{1,540})\.svg(?:\?(red|blue))?$/, draw: drawNamedCrest },
  {
    pattern: new RegExp(`^/art/fighter/(${POSE_NAMES.join('|')})\\.svg(?:\\?(red|blue))?$`),
    draw: (name, corner) => {
      const pose = POSE_NAMES.find((known) => known === name);
      return pose === undefined ? null : drawFighter(pose, corner === 'blue' ? 'blue' : 'red');
    },
  },
  {
    pattern: new RegExp(`^/art/empty/(${EMPTY_STATES.join('|')})\\.svg$`),
    draw: (name) => {
      const kind = EMPTY_STATES.find((known) => known === name);
      return kind === undefined ? null : drawEmptyState(kind);
    },
  },
  {
    pattern: new RegExp(`^/art/coins/(${COIN_PILES.join('|')})\\.svg$`),
    draw: (name) => {
      const pile = COIN_PILES.find((known) => known === name);
      return pile === undefined ? null : drawCoinPile(pile);
    },
  },
  {
    pattern: new RegExp(`^/art/gift/(${GIFT_PICTURES.join('|')})\\.svg$`),
    draw: (name) => {
      const picture = GIFT_PICTURES.find((known) => known === name);
      return picture === undefined ? null : drawGift(picture);
    },
  },
  { pattern: /^\/art\/(logo)\.svg$/, draw: () => drawLogo() },
  { pattern: /^\/art\/(coin)\.svg$/, draw: () => drawCoin() },
];

function drawNamedCrest(encoded: string, corner: string | undefined): string | null {
  let name: string;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  if ([...name].length > NAME_CHARS_MAX) return null;
  return drawCrest(name, corner === 'red' || corner === 'blue' ? corner : undefined);
}

/**
 * Returns the SVG file of a path such as `/art/poster/<id>.svg`, `/art/scene/<id>.svg`,
 * `/art/face/<id>.svg?crop=avatar&gym=7`, `/art/crest/<encoded name>.svg?red`, `/art/fighter/kick.svg?blue`, `/art/empty/lives.svg`, `/art/coins/20-coin.svg`,
 * `/art/gift/drum.svg`, `/art/logo.svg`, `/art/coin.svg`; `null` for anything else. The path is that of the request:
 * percent-encoded, with its query.
 */
export function renderArt(path: string): string | null {
  if (path.length > PATH_CHARS_MAX) return null;
  for (const { pattern, draw } of ROUTES) {
    const [, first, second] = pattern.exec(path) ?? [];
    if (first !== undefined) return draw(first, second);
  }
  return null;
}

/** URLs of the drawings. */
export const ART = {
  poster: (id: string): string => `/art/poster/${id}.svg`,
  scene: (id: string): string => `/art/scene/${id}.svg`,
  crest: (name: string, corner?: 'red' | 'blue'): string =>
    `/art/crest/${encodeURIComponent(name)}.svg${corner === undefined ? '' : `?${corner}`}`,
  empty: (kind: (typeof EMPTY_STATES)[number]): string => `/art/empty/${kind}.svg`,
  coins: (pile: (typeof COIN_PILES)[number]): string => `/art/coins/${pile}.svg`,
  logo: '/art/logo.svg',
  coin: '/art/coin.svg',
} as const;
