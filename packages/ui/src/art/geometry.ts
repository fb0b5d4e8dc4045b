/** A point in drawing units: x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** A joint of a limb with the thickness of the limb. */
export interface Joint {
  readonly at: Point;
  readonly radius: number;
}

const DEGREE = Math.PI / 180;

/** Rounds to one decimal: a tenth of a pixel when shown, and half the bytes. */
export const round = (value: number): string => {
  const tenths = Math.round(value * 10) / 10;
  return Object.is(tenths, -0) ? '0' : String(tenths);
};

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export const between = (a: Point, b: Point, share: number): Point => [
  mix(a[0], b[0], share),
  mix(a[1], b[1], share),
];

export const move = (point: Point, x: number, y: number): Point => [point[0] + x, point[1] + y];

/** Returns the point at `length` from `from` in the direction of `degrees` (0 right, 90 down). */
export const ray = (from: Point, degrees: number, length: number): Point => [
  from[0] + Math.cos(degrees * DEGREE) * length,
  from[1] + Math.sin(degrees * DEGREE) * length,
];

export const angleOf = (from: Point, to: Point): number =>
  Math.atan2(to[1] - from[1], to[0] - from[0]) / DEGREE;

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/**
 * Returns the joints of a two-bone limb from `root` towards `target`; `bend` is the side of the middle joint (+1:
 * clockwise). Bones never stretch: a target out of reach is only approached.
 */
export function reach(
  root: Point,
  target: Point,
  bones: readonly [upper: number, lower: number],
  bend: 1 | -1,
): { readonly middle: Point; readonly end: Point } {
  const [upper, lower] = bones;
  const away = Math.max(distance(root, target), 0.001);
  const reached = Math.min(Math.max(away, Math.abs(upper - lower) + 1), upper + lower - 0.4);
  const toward = angleOf(root, target);
  const cosine = (upper * upper + reached * reached - lower * lower) / (2 * upper * reached);
  const spread = Math.acos(Math.min(1, Math.max(-1, cosine))) / DEGREE;
  return { middle: ray(root, toward + bend * spread, upper), end: ray(root, toward, reached) };
}

const circle = ({ at: [x, y], radius }: Joint): string => {
  const r = round(radius);
  const side = round(radius * 2);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 1 ${side} 0a${r} ${r} 0 1 1 -${side} 0z`;
};

/** Returns the outline around two circles: a limb between two joints. */
function taper(a: Joint, b: Joint): string {
  const away = distance(a.at, b.at);
  if (away <= Math.abs(a.radius - b.radius)) return circle(a.radius > b.radius ? a : b);
  const along = angleOf(a.at, b.at);
  const open = Math.acos((a.radius - b.radius) / away) / DEGREE;
  const point = (joint: Joint, degrees: number): string =>
    ray(joint.at, degrees, joint.radius).map(round).join(' ');
  const arc = (joint: Joint, large: 0 | 1, degrees: number): string =>
    `A${round(joint.radius)} ${round(joint.radius)} 0 ${large} 1 ${point(joint, degrees)}`;
  const wide = a.radius > b.radius;
  return (
    `M${point(b, along - open)}${arc(b, wide ? 0 : 1, along + open)}` +
    `L${point(a, along + open)}${arc(a, wide ? 1 : 0, along - open)}z`
  );
}

/** Returns the outline of a limb as path data; its pieces overlap and are filled as one. */
export function limb(joints: readonly Joint[]): string {
  return joints
    .slice(1)
    .map((joint, index) => taper(joints[index] ?? joint, joint))
    .join('');
}

/**
 * Returns a closed shape through the points as path data; `soft` is the rounding relative to the neighbours' distance.
 */
export function softShape(points: readonly Point[], soft = 0.3): string {
  const count = points.length;
  const at = (index: number): Point => points[(index + count) % count] ?? [0, 0];
  const text = (point: Point): string => point.map(round).join(' ');
  const corners = points.map((point, index) => {
    const into = between(point, at(index - 1), soft);
    const out = between(point, at(index + 1), soft);
    return `${index === 0 ? 'M' : 'L'}${text(into)}Q${text(point)} ${text(out)}`;
  });
  return `${corners.join('')}z`;
}
