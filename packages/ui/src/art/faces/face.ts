import type { Corner } from '../pose.ts';
import { hashText, pick, seededRandom } from '../random.ts';
import { drawArm } from './arms.ts';
import type { Figure } from './figure.ts';
import { drawGround, type Frame } from './ground.ts';
import { drawBraid } from './hair.ts';
import { drawHead } from './head.ts';
import { drawGarland } from './headwear.ts';
import { clothesOf, lightingOf } from './kits.ts';
import { lookBeside, lookOf, type Sex } from './look.ts';
import { armsOf, BODY_LEAN, type FacePose, PORTRAIT_POSES } from './poses.ts';
import { drawShorts } from './shorts.ts';
import { Pen, svg } from './svg.ts';
import { drawTorso } from './torso.ts';

/**
 * `avatar`: the head, for 40 to 96 px. `card`: the bust. `poster`: to the thighs. `figure`: the bust without ground, for
 * a place with its own.
 */
export const FACE_CROPS = ['avatar', 'card', 'poster', 'figure'] as const;
type FaceCrop = (typeof FACE_CROPS)[number];

const FRAMES: Readonly<Record<FaceCrop, Frame>> = {
  avatar: { x: -53, y: -66, width: 110, height: 110 },
  card: { x: -84, y: -72, width: 168, height: 168 },
  poster: { x: -132, y: -84, width: 264, height: 396 },
  figure: { x: -112, y: -86, width: 220, height: 224 },
};

export interface FaceOptions {
  readonly crop: FaceCrop;
  /** The number of the gym's kit, see `gymKit`. `null`: derived from the id, for a bout, whose corner sets the colours. */
  readonly kit: number | null;
  /** Red looks to the right and blue to the left. Without a corner the gym's colours light the face. */
  readonly corner?: Corner | null;
  /** Default: derived from the id. */
  readonly pose?: FacePose | null;
  readonly sex?: Sex;
  /** The red fighter, from whom the blue one must look different. The fighter's own id has no effect. */
  readonly versus?: string | null;
}

/** Poses in which hands or arms are before the place of a garland. */
const COVERS_CHEST: ReadonlySet<FacePose> = new Set(['wai', 'chin', 'jab', 'cross', 'victory']);
/** Poses in which the head sinks between the shoulders. */
const HUNCHED: ReadonlySet<FacePose> = new Set(['guard', 'chin', 'elbow', 'jab']);
const HUNCH = 5;
const WOMAN_SCALE = 0.94;

function drawPlacedHead(figure: Figure, sink: number, turn: number): string {
  const tilt = figure.look.headTilt + turn;
  return svg`<g transform="translate(1 ${sink}) rotate(${tilt} 0 30) translate(0 34) scale(1.15) translate(0 -34)">${drawHead(figure)}</g>${drawBraid(figure)}`;
}

/** Draws the head and the shoulders of an avatar. */
const drawBust = (figure: Figure): string =>
  drawTorso(figure, false) +
  (figure.look.hasGarland ? drawGarland() : '') +
  drawPlacedHead(figure, 0, 0);

/** Draws the fighter in a pose, with arms. */
function drawBody(figure: Figure, pose: FacePose, isWhole: boolean): string {
  const arms = armsOf(pose, figure.look.build);
  const hasGarland = figure.look.hasGarland && !COVERS_CHEST.has(pose);
  const sink = pose === 'defeat' ? 7 : HUNCHED.has(pose) ? HUNCH : 0;
  const upper =
    arms.back.map((arm) => drawArm(figure, arm, false)).join('') +
    drawTorso(figure, isWhole) +
    (hasGarland ? drawGarland() : '') +
    drawPlacedHead(figure, sink, pose === 'defeat' ? 8 : pose === 'victory' ? -4 : 0) +
    arms.front.map((arm) => drawArm(figure, arm, true)).join('');
  return (
    svg`<g transform="rotate(${BODY_LEAN[pose]} 0 228)">${upper}</g>` +
    (isWhole ? drawShorts(figure) : '')
  );
}

const portraitPose = (id: string): FacePose =>
  pick(PORTRAIT_POSES, seededRandom(hashText(`pose|${id}`))());

/** Returns the fighter with the pen of a document. */
function dress(id: string, options: FaceOptions, pen: Pen): Figure {
  const { corner = null, sex = 'male', versus = null } = options;
  const kit = options.kit ?? hashText(`kit|${id}`);
  const look =
    versus === null || versus === id ? lookOf(id, sex) : lookBeside(id, sex, lookOf(versus, sex));
  return { look, clothes: clothesOf(kit, corner), light: lightingOf(kit, corner), pen };
}

function drawPosed(figure: Figure, id: string, { crop, pose }: FaceOptions): string {
  const body =
    crop === 'avatar'
      ? drawBust(figure)
      : drawBody(figure, pose ?? portraitPose(id), crop === 'poster');
  return figure.look.sex === 'male'
    ? body
    : `<g transform="translate(0 1.2) scale(${WOMAN_SCALE})">${body}</g>`;
}

/** Draws the picture of a fighter who has no photo. The look depends only on the id; pose and crop on the place. */
export function drawFace(id: string, options: FaceOptions): string {
  const frame = FRAMES[options.crop];
  const figure = dress(id, options, new Pen('f'));
  const isBlue = options.corner === 'blue';
  const x = isBlue ? -(frame.x + frame.width) : frame.x;
  const ground =
    options.crop === 'figure' ? '' : drawGround(figure, { ...frame, x }, options.crop === 'avatar');
  const drawn = drawPosed(figure, id, options);
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${frame.y} ${frame.width} ${frame.height}" preserveAspectRatio="xMidYMin slice" aria-hidden="true">${ground}${isBlue ? `<g transform="scale(-1 1)">${drawn}</g>` : drawn}</svg>`;
}
