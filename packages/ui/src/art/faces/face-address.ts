import { FACE_CROPS, type FaceOptions } from './face.ts';
import { GYM_KITS } from './gym-kit.ts';
import { FACE_POSES } from './poses.ts';

const choice = (choices: readonly string[]): string => choices.join('|');

/** The parameters in their only valid order, so that equal drawings have equal addresses. */
const QUERY = new RegExp(
  `^crop=(?<crop>${choice(FACE_CROPS)})(?:&gym=(?<gym>0|[1-9]\\d?))?` +
    `(?:&corner=(?<corner>red|blue))?(?:&versus=(?<versus>[A-Za-z0-9_-]{1,64}))?` +
    `(?:&pose=(?<pose>${choice(FACE_POSES)}))?(?:&sex=(?<sex>female))?$`,
);

const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
): Choice | null => choices.find((known) => known === text) ?? null;

/** Reads the query of `/art/face/<id>.svg`; `null` if it is invalid. */
export function readFaceAddress(query: string): FaceOptions | null {
  const { crop, gym, corner, pose, sex, versus } = QUERY.exec(query)?.groups ?? {};
  const known = oneOf(FACE_CROPS, crop);
  const kit = gym === undefined ? null : Number(gym);
  if (known === null || (kit !== null && kit >= GYM_KITS)) return null;
  return {
    crop: known,
    kit,
    corner: oneOf(['red', 'blue'], corner),
    pose: oneOf(FACE_POSES, pose),
    sex: sex === 'female' ? 'female' : 'male',
    versus: versus ?? null,
  };
}
