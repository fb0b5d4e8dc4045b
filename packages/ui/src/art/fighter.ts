import {
  angleOf,
  between,
  type Joint,
  limb,
  mix,
  move,
  type Point,
  ray,
  round,
  softShape,
} from './geometry.ts';
import {
  CLOTH,
  CLOTH_SHADE,
  CORNER_COLOURS,
  type CornerColours,
  HAIR,
  SKINS,
  type Skin,
} from './palette.ts';
import { type Corner, POSES, type Pose, type PoseName, type Skeleton, skeletonOf } from './pose.ts';
import { hashText, pick, seededRandom } from './random.ts';

/** Distinctive look of a fighter. */
export interface FighterLook {
  readonly skin: Skin;
  readonly hair: 'short' | 'fade' | 'knot';
  /** Trim of the shorts. */
  readonly trim: 'band' | 'stripes' | 'star';
}

/** Returns the look of an id, always the same. */
export function lookOf(id: string): FighterLook {
  const random = seededRandom(hashText(`look:${id}`));
  return {
    skin: pick(SKINS, random()),
    hair: pick(['short', 'fade', 'knot'] as const, random()),
    trim: pick(['band', 'stripes', 'star'] as const, random()),
  };
}

interface Wardrobe extends FighterLook {
  readonly colours: CornerColours;
}

/** Offset of the lit edge: light falls from behind and above. */
const RIM: Point = [-2.6, -1.8];

const filled = (path: string, fill: string, more = ''): string =>
  `<path d="${path}" fill="${fill}"${more}/>`;

const rimmed = (path: string, rim: string): string =>
  filled(path, rim, ` transform="translate(${RIM[0]} ${RIM[1]})"`);

/** Draws a limb in three tones: rim light, shade and lit side. */
function drawFlesh(joints: readonly Joint[], wardrobe: Wardrobe, far: boolean): string {
  const lit = joints.map(({ at, radius }) => ({
    at: move(at, radius * 0.2, -radius * 0.22),
    radius: radius * 0.62,
  }));
  const { skin, colours } = wardrobe;
  return (
    rimmed(limb(joints), far ? colours.flat : colours.rim) +
    filled(limb(joints), far ? skin.shade : skin.flat) +
    filled(limb(lit), far ? skin.flat : skin.bright, ` opacity="${far ? '.55' : '.8'}"`)
  );
}

function drawArm(
  [shoulder, elbow, wrist]: Skeleton['leadArm'],
  wardrobe: Wardrobe,
  far: boolean,
): string {
  const { colours } = wardrobe;
  const bicep = between(shoulder, elbow, 0.48);
  const forearm = between(elbow, wrist, 0.3);
  const flesh = drawFlesh(
    [
      { at: shoulder, radius: 11.5 },
      { at: bicep, radius: 9.6 },
      { at: elbow, radius: 7.4 },
      { at: forearm, radius: 8.2 },
      { at: wrist, radius: 6 },
    ],
    wardrobe,
    far,
  );
  const bandAt = between(shoulder, elbow, 0.42);
  const turn = round(angleOf(shoulder, elbow));
  const band =
    `<g transform="translate(${bandAt.map(round).join(' ')}) rotate(${turn})">` +
    `<path d="M-2.6 -10.2h5.2q1.4 10.2 0 20.4h-5.2q1.4 -10.2 0 -20.4z" fill="${far ? CLOTH_SHADE : CLOTH}"/>` +
    `<path d="M-.8 -10.2h1.6q1.4 10.2 0 20.4h-1.6q1.4 -10.2 0 -20.4z" fill="${colours.flat}"/>` +
    `<path d="M-2 9.5l-2.5 9 4 -2.5 3 3 .5 -9.5z" fill="${far ? colours.shade : colours.flat}"/></g>`;
  return flesh + band.replaceAll('00 ', ' ') + drawGlove(elbow, wrist, colours, far);
}

function drawGlove(elbow: Point, wrist: Point, colours: CornerColours, far: boolean): string {
  const turn = round(angleOf(elbow, wrist));
  const main = far ? colours.shade : colours.flat;
  const light = far ? colours.flat : colours.bright;
  return (
    `<g transform="translate(${wrist.map(round).join(' ')}) rotate(${turn})">` +
    `<path d="M-8 -8.5h9v17h-9q-2.5 -8.5 0 -17z" fill="${far ? CLOTH_SHADE : CLOTH}"/>` +
    `<path d="M-1 -10C6 -14.5 18 -13 21 -4C23 4 18 13 8 12.5L-1 10z" fill="${far ? colours.flat : colours.rim}" transform="translate(-1.6 -1.6)"/>` +
    `<path d="M-1 -10C6 -14 18 -13 21 -4C23 4 18 13 8 12.5L-1 10z" fill="${main}"/>` +
    `<path d="M4 -10C10 -12 17 -10 18.5 -3.5C13 -7.5 8 -7 4 -5z" fill="${light}"/>` +
    `<path d="M1 9.5C5 14.5 14 13.5 15 8.5C15.5 5 8 4 2 5z" fill="${main}" stroke="${colours.deep}" stroke-width="1.1"/></g>`
  );
}

function drawLeg(
  [top, knee, ankle]: Skeleton['leadLeg'],
  sole: number,
  wardrobe: Wardrobe,
  far: boolean,
): string {
  const { skin, colours } = wardrobe;
  const calf = between(knee, ankle, 0.32);
  const back = ray(calf, angleOf(knee, ankle) + 90, 2.2);
  const footTurn = round(sole);
  const at = ankle.map(round).join(' ');
  const foot = 'M-7.5 -7C-9.5 0 -10 5 -8.5 8L15 8C20 8 21 4.5 17 2.5C11 0 8 -3 6.5 -8z';
  const drawnFoot =
    `<g transform="translate(${at}) rotate(${footTurn})">` +
    `<path d="${foot}" fill="${far ? colours.flat : colours.rim}" transform="translate(-1.8 -1.2)"/>` +
    `<path d="${foot}" fill="${far ? skin.shade : skin.flat}"/>` +
    `<path d="M1 -5C3 0 8 3 16 4.5L6 4.5C2 2 0 -1 1 -5z" fill="${far ? skin.flat : skin.bright}" opacity=".7"/></g>`;
  const shin = drawFlesh(
    [
      { at: top, radius: 14 },
      { at: between(top, knee, 0.55), radius: 14.5 },
      { at: knee, radius: 10.6 },
      { at: back, radius: 10.8 },
      { at: between(knee, ankle, 0.7), radius: 7.6 },
      { at: ankle, radius: 6.8 },
    ],
    wardrobe,
    far,
  );
  const guardTurn = round(angleOf(knee, ankle));
  const anklet =
    `<g transform="translate(${at}) rotate(${guardTurn})"><path d="M-13 -8.2Q-9 -9.4 0 -8.4Q3 0 0 8.4Q-9 9.4 -13 8.2Q-11 0 -13 -8.2z" ` +
    `fill="${far ? colours.shade : colours.flat}"/><path d="M-11 -6.5Q-5 -7.5 -1 -6.5Q0 -3 0 -1Q-6 -3 -11.5 -2z" fill="${far ? colours.flat : colours.bright}" opacity=".8"/></g>`;
  return shin + drawnFoot + anklet;
}

/** A piece of clothing and its rim light, which is drawn below all adjacent pieces. */
interface Garment {
  readonly rim: string;
  readonly cloth: string;
}

/** Draws one leg of the shorts: wider at the hem, and hanging when the knee is up. */
function drawShortsLeg(
  [top, knee]: Skeleton['leadLeg'],
  wardrobe: Wardrobe,
  far: boolean,
): Garment {
  const { colours, trim } = wardrobe;
  const along = angleOf(top, knee);
  const hem = between(top, knee, 0.74);
  const raised = Math.max(0, Math.cos((along * Math.PI) / 180));
  const front = move(ray(hem, along - 90, 20), -2, 2);
  const behind = move(ray(hem, along + 90, 22), 0, raised * 9);
  const outline = softShape(
    [ray(top, along - 100, 18), front, behind, ray(top, along + 100, 19)],
    0.12,
  );
  const hemBand = softShape(
    [
      front,
      behind,
      between(behind, ray(top, along + 100, 19), 0.16),
      between(front, ray(top, along - 100, 18), 0.16),
    ],
    0.1,
  );
  const fold = (share: number, depth: number): string => {
    const from = between(ray(top, along - 90, 14), ray(top, along + 90, 16), share);
    const to = between(front, behind, share);
    return filled(
      softShape([from, between(from, to, 0.95), move(between(from, to, 0.95), depth, 0)], 0.3),
      colours.shade,
      ' opacity=".7"',
    );
  };
  const sideStripe =
    trim === 'stripes'
      ? filled(
          softShape(
            [
              between(ray(top, along - 90, 17), ray(top, along + 90, 17), 0.44),
              between(front, behind, 0.42),
              between(front, behind, 0.56),
              between(ray(top, along - 90, 17), ray(top, along + 90, 17), 0.56),
            ],
            0.05,
          ),
          far ? CLOTH_SHADE : CLOTH,
        )
      : '';
  return {
    rim: rimmed(outline, far ? colours.flat : colours.rim),
    cloth:
      filled(outline, far ? colours.shade : colours.flat) +
      (far ? '' : fold(0.3, 5) + fold(0.72, -5)) +
      sideStripe +
      filled(hemBand, far ? CLOTH_SHADE : CLOTH),
  };
}

function drawTrunk(skeleton: Skeleton, wardrobe: Wardrobe): string {
  const { hip, neck, lean, open } = skeleton;
  const { skin, colours } = wardrobe;
  const up = (share: number, forward = 0): Point => ray(between(hip, neck, share), lean, forward);
  const [lead] = skeleton.leadArm;
  const [rear] = skeleton.rearArm;
  const outline =
    limb([
      { at: hip, radius: 17 },
      { at: up(0.32), radius: 16 },
      { at: up(0.68, 1), radius: 17 + open * 4.5 },
      { at: up(0.86), radius: 15 + open * 3 },
    ]) +
    limb([
      { at: rear, radius: 11 },
      { at: up(0.98), radius: 9.5 },
      { at: lead, radius: 10.5 },
    ]) +
    limb([
      { at: up(0.86), radius: 13 },
      { at: skeleton.neck, radius: 9 },
      { at: between(skeleton.neck, skeleton.head, 0.6), radius: 8 },
    ]);
  const lit =
    limb([
      { at: up(0.36, 5), radius: 8 },
      { at: up(0.7, 6 + open * 3), radius: 9 + open * 2.5 },
    ]) +
    limb([
      { at: between(neck, lead, 0.25), radius: 5 },
      { at: lead, radius: 6.5 },
    ]);
  const line = (points: readonly Point[], width: number): string => {
    const [a, b, c] = points.map((point) => point.map(round).join(' '));
    return `<path d="M${a}Q${b} ${c}" fill="none" stroke="${skin.shade}" stroke-width="${width}" stroke-linecap="round" opacity=".75"/>`;
  };
  const middle = mix(2, 7, open);
  return (
    rimmed(outline, colours.rim) +
    filled(outline, skin.flat) +
    filled(lit, skin.bright, ' opacity=".72"') +
    line([up(0.72, middle - 15), up(0.6, middle - 6), up(0.7, middle)], 1.6) +
    line([up(0.7, middle), up(0.6, middle + 6), up(0.74, middle + 12)], 1.6) +
    line([up(0.66, middle), up(0.5, middle + 1), up(0.3, middle)], 1.3) +
    line([up(0.48, middle - 7), up(0.47, middle), up(0.49, middle + 7)], 1.1) +
    line([up(0.36, middle - 6), up(0.35, middle), up(0.37, middle + 6)], 1.1)
  );
}

/** The back of the shorts, under both legs of them. */
function drawSeat({ hip, neck }: Skeleton, { colours }: Wardrobe): Garment {
  const seat = limb([
    { at: hip, radius: 18 },
    { at: between(hip, neck, 0.12), radius: 17.5 },
  ]);
  return { rim: rimmed(seat, colours.rim), cloth: filled(seat, colours.flat) };
}

function drawWaistband({ hip, neck, lean }: Skeleton, { colours }: Wardrobe): string {
  const at = between(hip, neck, 0.17).map(round).join(' ');
  return (
    `<g transform="translate(${at}) rotate(${round(lean)})">` +
    `<path d="M-18.5 -6Q0 -3 18.5 -6.5L19 4Q0 8 -19 4z" fill="${CLOTH}"/>` +
    `<path d="M-18.6 -2.5Q0 .8 18.7 -3L18.8 .6Q0 4.5 -18.8 .8z" fill="${colours.shade}"/></g>`
  );
}

function drawHead({ head, headTilt }: Skeleton, wardrobe: Wardrobe): string {
  const { skin, colours, hair } = wardrobe;
  const face =
    'M-13 -3C-13.5 -15 -5 -19.5 3 -19C11 -18.5 14.5 -12.5 14 -6.5L14.2 -2.5L17.3 3L14.3 5L14.6 8.3L13.2 11.8C12.3 16 7.5 18.7 2.5 17.2L-5 13C-10 11 -12.6 5 -13 -3z';
  const hairs = {
    short:
      'M-13.8 3C-17 -15 -7 -22.5 4 -21.8C12 -21.3 16.2 -16.5 14.6 -8.5C10 -12 4.5 -12.5 .5 -10.5C-2.5 -9 -2.5 -4 -5 -1L-7.5 -1.5C-10 0 -9.5 5 -11.2 9C-12.8 7 -13.5 5 -13.8 3z',
    fade: 'M-13 -4C-14.5 -16 -6 -23 4 -22.5C12.5 -22 17 -16 14.8 -8C10.5 -11.5 5 -12.8 1 -11.5C-3.5 -10 -6.5 -7.5 -13 -4z',
    knot: 'M-13.8 2C-17 -14 -8 -22 3 -22C12 -22 16.2 -16.5 14.6 -8.5C9.5 -13 2.5 -13 -1 -9.5C-3.5 -7 -5 -2 -8.5 1C-10.5 2.5 -10.5 5 -11.5 7C-12.8 5.5 -13.5 4 -13.8 2zM-17.5 -21a6 6 0 1 1 9.5 -1.5l-3 4z',
  } as const;
  return (
    `<g transform="translate(${head.map(round).join(' ')}) rotate(${round(headTilt)})">` +
    `<path d="${face}" fill="${colours.rim}" transform="translate(${RIM[0]} ${RIM[1]})"/>` +
    `<path d="${hairs[hair]}" fill="${colours.rim}" transform="translate(${RIM[0]} ${RIM[1]})"/>` +
    `<path d="${face}" fill="${skin.flat}"/>` +
    `<path d="M4 -11C10 -12 13.5 -8 13.2 -4L13.2 -2L16 2.8L13.3 4.5L13.4 8C11 11 6 9 5 4C4.5 0 2 -6 4 -11z" fill="${skin.bright}" opacity=".75"/>` +
    `<path d="${hairs[hair]}" fill="${HAIR}"/>` +
    `<path d="M-5.5 -2.5C-8.5 -4 -9.5 1.5 -6.5 4.5C-4.5 6.3 -3 4.5 -3.3 2z" fill="${skin.shade}"/>` +
    `<path d="M7.5 -5.2L13.3 -4.3" stroke="${HAIR}" stroke-width="2" stroke-linecap="round"/>` +
    `<path d="M9.8 -1.7L12.6 -1.4" stroke="${HAIR}" stroke-width="1.8" stroke-linecap="round"/>` +
    `<path d="M10.5 9.4L14 9" stroke="${skin.shade}" stroke-width="1.4" stroke-linecap="round"/></g>`
  );
}

/** Draws a fighter in any pose, facing right, feet at y = 0 and centred on x = 0, without `<svg>`. */
export function drawFigure(pose: Pose, corner: Corner, look: FighterLook): string {
  const skeleton = skeletonOf(pose);
  const wardrobe: Wardrobe = { ...look, colours: CORNER_COLOURS[corner] };
  const farLeg = drawShortsLeg(skeleton.leadLeg, wardrobe, true);
  const nearLeg = drawShortsLeg(skeleton.rearLeg, wardrobe, false);
  const seat = drawSeat(skeleton, wardrobe);
  return (
    drawArm(skeleton.leadArm, wardrobe, true) +
    drawLeg(skeleton.leadLeg, skeleton.leadSole, wardrobe, true) +
    farLeg.rim +
    farLeg.cloth +
    drawLeg(skeleton.rearLeg, skeleton.rearSole, wardrobe, false) +
    drawTrunk(skeleton, wardrobe) +
    seat.rim +
    nearLeg.rim +
    seat.cloth +
    nearLeg.cloth +
    drawWaistband(skeleton, wardrobe) +
    drawHead(skeleton, wardrobe) +
    drawArm(skeleton.rearArm, wardrobe, false)
  );
}

/** Draws the picture of one fighter; the red corner faces right, the blue one left. */
export function drawFighter(pose: PoseName, corner: Corner, id: string = corner): string {
  const figure = drawFigure(POSES[pose], corner, lookOf(id));
  const facing = corner === 'red' ? '' : ' transform="scale(-1 1)"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-130 -250 260 265" aria-hidden="true"><g${facing}>${figure}</g></svg>`;
}
