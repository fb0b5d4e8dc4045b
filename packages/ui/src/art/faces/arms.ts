import { angleOf, between, distance, type Joint, type Point } from '../geometry.ts';
import type { Figure } from './figure.ts';
import type { Arm } from './poses.ts';
import { fill, line, svg } from './svg.ts';
import { drawArmInk } from './tattoos.ts';

/** Returns the outline of two circles and their tangents. */
function taper({ at: a, radius: ra }: Joint, { at: b, radius: rb }: Joint): string {
  const turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const spread = Math.acos(Math.max(-1, Math.min(1, (ra - rb) / Math.max(distance(a, b), 0.01))));
  const on = ([x, y]: Point, radius: number, angle: number): string =>
    svg`${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`;
  return svg`M${on(b, rb, turn - spread)}A${rb} ${rb} 0 ${ra > rb ? 0 : 1} 1 ${on(b, rb, turn + spread)}L${on(a, ra, turn + spread)}A${ra} ${ra} 0 ${ra > rb ? 1 : 0} 1 ${on(a, ra, turn - spread)}z`;
}

/** Returns the outline of a limb through its joints. */
export const limb = (joints: readonly Joint[]): string =>
  joints
    .slice(1)
    .map((joint, index) => taper(joints[index] ?? joint, joint))
    .join('');

const WRAP = '#eef1f6';
const WRAP_SHADE = '#b3bccd';

function drawWrappedHand({ light, pen }: Figure): string {
  return (
    pen.solid(
      'M-11 9C-14-3-12-13-3-15C8-17 14-10 13 0C13 7 10 10 8 13L-7 14z',
      { rim: light.rim, shade: WRAP_SHADE, lit: WRAP },
      { shadeWidth: 6, rimWidth: 2 },
    ) + line('M-10-5Q2-9 12-5M-11 3Q2-1 13 3M-6-13Q-2-8-2-2', WRAP_SHADE, 1.8)
  );
}

function drawGlove({ light, pen }: Figure, arm: Arm): string {
  const { flat, shade, bright } = light.glove;
  const thumb =
    arm.side === 'near'
      ? 'M13-6C21-9 26-2 23 6C21 12 14 15 9 13C5 10 8-3 13-6z'
      : 'M-13-6C-21-9-26-2-23 6C-21 12-14 15-9 13C-5 10-8-3-13-6z';
  return (
    pen.solid(
      'M-13 12L-12 31Q0 36 12 31L13 12z',
      { rim: WRAP_SHADE, shade: WRAP_SHADE, lit: WRAP },
      { shadeWidth: 7, inside: fill('M-14 19Q0 24 14 19L14 24Q0 29-14 24z', shade) },
    ) +
    pen.solid(
      'M-15 15C-22 8-23-8-17-17C-11-25 9-27 17-18C24-9 22 6 15 15z',
      { rim: light.rim, shade, lit: flat },
      {
        shadeWidth: 8,
        rimWidth: 2.8,
        inside:
          fill('M4-20C12-20 18-13 17-5C12-12 5-14-1-13C-1-17 0-20 4-20z', bright, 0.85) +
          line('M-15-1Q0 6 17-1', shade, 2.2, 0.75),
      },
    ) +
    pen.solid(thumb, { rim: shade, shade, lit: flat }, { shadeWidth: 4, rimWidth: 1 })
  );
}

/** Draws the prajiad, the cloth band around the upper arm. */
function drawArmband({ look, clothes }: Figure, arm: Arm, biceps: Point): string {
  const { armbands } = look;
  if (armbands !== 'both' && armbands !== arm.side) return '';
  const half = 15.8 * look.build.arm;
  const side = arm.side === 'near' ? -1 : 1;
  return svg`<path transform="translate(${biceps[0] + side * (half - 4)} ${biceps[1] + 1})" d="M-4 0L-7 19-2 15 1 23 6 15 5 0z" fill="${clothes.dark}"/><g transform="translate(${biceps[0]} ${biceps[1]}) rotate(${angleOf(arm.shoulder, arm.elbow)})"><path d="M-5 ${-half}h10q2.5 ${half} 0 ${half * 2}h-10q2.5 ${-half} 0 ${-half * 2}z" fill="${clothes.main}"/><path d="M-1.6 ${-half}h3.2q2.5 ${half} 0 ${half * 2}h-3.2q2.5 ${-half} 0 ${-half * 2}z" fill="${clothes.second}"/></g>`;
}

/** Draws an arm with its hand. `isFront`: the arm casts a shade on the body behind. */
export function drawArm(figure: Figure, arm: Arm, isFront: boolean): string {
  const { look, light, pen } = figure;
  const { shoulder, elbow, wrist, hand, forearm } = arm;
  const { skin } = look;
  const size = look.build.arm;
  const biceps = between(shoulder, elbow, 0.45);
  const outline = limb([
    { at: shoulder, radius: 17.5 * size },
    { at: biceps, radius: 14.2 * size },
    { at: elbow, radius: 10.8 * size },
    { at: between(elbow, wrist, 0.3), radius: 12.4 * size * forearm },
    { at: wrist, radius: 8.4 * size * forearm },
  ]);
  const [x, y] = shoulder;
  const light0: Joint = { at: [x + 7 * size, y - 3], radius: 6.5 * size };
  const light1: Joint = {
    at: between([x + 6 * size, y], [elbow[0] + 6, elbow[1]], 0.5),
    radius: 4.4 * size,
  };
  const inside =
    (arm.side === 'near' || look.armInk === 'flames' ? drawArmInk(look, shoulder, elbow) : '') +
    fill(limb([light0, light1]), skin.bright, 0.45) +
    line(
      svg`M${x - 2} ${y + 15 * size}Q${x + 8} ${y + 21 * size} ${x + 15} ${y + 12 * size}`,
      skin.shade,
      2,
      0.5,
    );
  const shadow = isFront
    ? `<g transform="translate(-3 5)">${fill(outline, skin.deep, 0.42)}</g>`
    : '';
  const solid = pen.solid(
    outline,
    { rim: arm.isInner ? skin.shade : light.rim, shade: skin.shade, lit: skin.flat },
    { shadeWidth: 8.5 * size, rimWidth: 2.3, inside },
  );
  const drawnHand = arm.isWrapped ? drawWrappedHand(figure) : drawGlove(figure, arm);
  return (
    shadow +
    solid +
    drawArmband(figure, arm, biceps) +
    svg`<g transform="translate(${hand.at[0]} ${hand.at[1]}) rotate(${hand.turn}) scale(${hand.scale * size})">${drawnHand}</g>`
  );
}
