import { hashText, pick, seededRandom } from '../random.ts';

export type Sex = 'male' | 'female';

/** Skin under arena lamps. */
interface FaceSkin {
  readonly bright: string;
  readonly flat: string;
  readonly shade: string;
  readonly deep: string;
  /** From the lightest, 0. */
  readonly depth: number;
}

const skin = (
  depth: number,
  bright: string,
  flat: string,
  shade: string,
  deep: string,
): FaceSkin => ({
  bright,
  flat,
  shade,
  deep,
  depth,
});

/** The skins, with the weight of each. */
const SKINS: Weighted<FaceSkin> = [
  [skin(0, '#ffdcbf', '#efb48c', '#bd7653', '#713d2b'), 0.7],
  [skin(1, '#f7c79b', '#dd9f6e', '#a56440', '#5f3421'), 2],
  [skin(2, '#ebb182', '#c98655', '#8b4e2e', '#4e2a19'), 3],
  [skin(3, '#d99b68', '#b27142', '#774124', '#412213'), 3],
  [skin(4, '#c1824f', '#945930', '#5f341a', '#341b0d'), 2],
  [skin(5, '#a06639', '#744424', '#482612', '#261308'), 1],
];

/** Skins from this depth on need a lighter ground. */
const DARK_SKIN_DEPTH = 4;

interface HairTone {
  readonly shade: string;
  readonly flat: string;
  readonly bright: string;
  /** Whether the hair is dyed, so that beard and brows stay black. */
  readonly dyed: boolean;
}

const hairTone = (shade: string, flat: string, bright: string, dyed = false): HairTone => ({
  shade,
  flat,
  bright,
  dyed,
});

const BLACK_HAIR = hairTone('#15131a', '#2b2733', '#4a4658');
const HAIR_TONES: Weighted<HairTone> = [
  [BLACK_HAIR, 8],
  [hairTone('#2a1912', '#4a2e20', '#7a5139'), 2.4],
  [hairTone('#8d8168', '#cdc2a6', '#f1ead8', true), 1.5],
  [hairTone('#6a2a14', '#a9482a', '#da7a4d', true), 1.2],
  [hairTone('#6d7686', '#a9b2c1', '#dde3ec', true), 0.7],
  [hairTone('#9aa8bd', '#dbe3ef', '#ffffff', true), 0.8],
  [hairTone('#8a2c5c', '#d2568f', '#ff9cc6', true), 0.5],
];

export type Hair =
  | 'buzz'
  | 'fade'
  | 'crop'
  | 'spiky'
  | 'mohawk'
  | 'side'
  | 'curls'
  | 'knot'
  | 'bald'
  | 'long'
  | 'rows'
  | 'flat'
  | 'fringe'
  | 'pony'
  | 'braid'
  | 'bob'
  | 'buns'
  | 'undercut';

const MEN_HAIR: Weighted<Hair> = [
  ['buzz', 2],
  ['fade', 3],
  ['crop', 3],
  ['spiky', 2],
  ['mohawk', 1.3],
  ['side', 2],
  ['curls', 1.6],
  ['knot', 1.5],
  ['bald', 1.2],
  ['long', 1.2],
  ['rows', 1.2],
  ['flat', 1.5],
  ['fringe', 1.5],
  ['undercut', 1],
];
const WOMEN_HAIR: Weighted<Hair> = [
  ['pony', 3],
  ['braid', 3],
  ['bob', 2],
  ['rows', 2],
  ['knot', 1.4],
  ['buns', 2],
  ['long', 2],
  ['undercut', 1.4],
  ['fringe', 1.2],
  ['curls', 1.4],
];

/** Half width, jaw, chin and extra length of a head. */
interface HeadShape {
  readonly width: number;
  readonly jaw: number;
  readonly chin: number;
  readonly length: number;
}

const HEADS: readonly [HeadShape, ...HeadShape[]] = [
  { width: 24.5, jaw: 20, chin: 9, length: 0 },
  { width: 25, jaw: 22.5, chin: 12, length: 0 },
  { width: 24, jaw: 17.5, chin: 7, length: 2 },
  { width: 26, jaw: 22, chin: 9.5, length: -1.5 },
  { width: 23.5, jaw: 19.5, chin: 10, length: 3.5 },
];

/** Half widths of a body, the thickness of its arms, and how much its muscles show. */
export interface Build {
  readonly shoulder: number;
  readonly neck: number;
  readonly chest: number;
  readonly waist: number;
  readonly hip: number;
  readonly arm: number;
  readonly cut: number;
}

const SLIM: Build = { shoulder: 50, neck: 12.5, chest: 38, waist: 31, hip: 36, arm: 0.8, cut: 0.7 };
const LEAN: Build = { shoulder: 55, neck: 14.5, chest: 43, waist: 33, hip: 37, arm: 0.9, cut: 1 };
const MEN_BUILDS: Weighted<Build> = [
  [LEAN, 3],
  [{ shoulder: 62, neck: 17, chest: 49, waist: 37, hip: 40, arm: 1.03, cut: 1 }, 4],
  [{ shoulder: 65, neck: 20, chest: 52, waist: 42, hip: 45, arm: 1.14, cut: 0.75 }, 2],
  [{ shoulder: 69, neck: 22.5, chest: 57, waist: 51, hip: 53, arm: 1.24, cut: 0.35 }, 1.2],
];

type Beard = 'none' | 'stubble' | 'goatee' | 'moustache' | 'full';
type Mark = 'none' | 'scar' | 'tape' | 'bruise' | 'mole';
type BodyInk = 'star' | 'rows' | 'spire' | 'wing';
type ArmInk = 'flames' | 'bands' | 'scales';
type Mongkol = 'rope' | 'check' | 'beads';
export type Trim = 'panel' | 'hem' | 'twin' | 'chevron';
type Armbands = 'both' | 'near' | 'far' | 'none';

/** What never changes for a fighter. */
export interface Look {
  readonly sex: Sex;
  readonly skin: FaceSkin;
  readonly hair: Hair;
  readonly hairTone: HairTone;
  /** The tone of beard and brows. */
  readonly beardTone: HairTone;
  readonly head: HeadShape;
  readonly build: Build;
  /** How far the eyes are open. */
  readonly lids: number;
  readonly browTilt: number;
  readonly browWeight: number;
  readonly nose: number;
  readonly lips: number;
  readonly smile: number;
  readonly beard: Beard;
  readonly mark: Mark;
  readonly hasCauliflowerEar: boolean;
  readonly hasEarring: boolean;
  readonly bodyInk: BodyInk | null;
  readonly armInk: ArmInk | null;
  readonly hasNeckInk: boolean;
  readonly mongkol: Mongkol | null;
  readonly armbands: Armbands;
  readonly hasGarland: boolean;
  readonly trim: Trim;
  readonly headTilt: number;
}

type Weighted<Choice> = readonly [
  readonly [choice: Choice, weight: number],
  ...(readonly [choice: Choice, weight: number])[],
];

function weigh<Choice>(choices: Weighted<Choice>, fraction: number): Choice {
  let rest = fraction * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  return choices[0][0];
}

/** Returns the number of a trait in [0, 1). Every trait has its own hash, so that a new trait changes no other. */
type Roll = (trait: string) => number;

const rollsOf =
  (id: string): Roll =>
  (trait) =>
    seededRandom(hashText(`${trait}|${id}`))();

const within = (fraction: number, from: number, to: number): number =>
  from + fraction * (to - from);

function faceOf(roll: Roll, isWoman: boolean) {
  const smile = roll('smile');
  return {
    lids: within(roll('lids'), 0.66, 0.92),
    browTilt: isWoman ? within(roll('tilt'), 0, 6) : within(roll('tilt'), 3, 14),
    browWeight: isWoman ? within(roll('brow'), 0.7, 1.25) : within(roll('brow'), 0.95, 1.5),
    nose: isWoman ? within(roll('nose'), 0.78, 1) : within(roll('nose'), 0.88, 1.22),
    lips: isWoman ? within(roll('lips'), 1.1, 1.55) : within(roll('lips'), 0.85, 1.25),
    smile: smile < 0.22 ? 1.6 : smile < 0.4 ? -1 : 0,
  };
}

function ornamentsOf(roll: Roll, isWoman: boolean) {
  const body = pick<BodyInk>(['star', 'rows', 'spire', 'wing'], roll('body-ink-kind'));
  const arm = pick<ArmInk>(['flames', 'bands', 'scales'], roll('arm-ink-kind'));
  const mongkol = pick<Mongkol>(['rope', 'check', 'beads'], roll('mongkol-kind'));
  return {
    bodyInk: !isWoman && roll('body-ink') < 0.42 ? body : null,
    armInk: roll('arm-ink') < 0.36 ? arm : null,
    hasNeckInk: roll('neck-ink') < 0.14,
    mongkol: roll('mongkol') < 0.36 ? mongkol : null,
    hasGarland: roll('garland') < 0.14,
    hasEarring: isWoman || roll('earring') < 0.12,
    armbands: weigh<Armbands>(
      [
        ['both', 3],
        ['near', 2],
        ['far', 1.5],
        ['none', 2.4],
      ],
      roll('armbands'),
    ),
  };
}

const MEN_BEARDS: Weighted<Beard> = [
  ['none', 7],
  ['stubble', 2],
  ['goatee', 1.2],
  ['moustache', 1.4],
  ['full', 0.6],
];
const MARKS: Weighted<Mark> = [
  ['none', 5],
  ['scar', 1.3],
  ['tape', 1.3],
  ['bruise', 1],
  ['mole', 0.8],
];

/** Returns the look of a fighter. A `cut` other than 0 changes only the hair, its tone and the beard. */
export function lookOf(id: string, sex: Sex = 'male', cut = 0): Look {
  const roll = rollsOf(id);
  const hairRoll = cut === 0 ? roll : rollsOf(`${id}#${cut}`);
  const isWoman = sex === 'female';
  const tone = weigh(HAIR_TONES, hairRoll('tone'));
  return {
    sex,
    skin: weigh(SKINS, roll('skin')),
    hair: weigh(isWoman ? WOMEN_HAIR : MEN_HAIR, hairRoll('hair')),
    hairTone: tone,
    beardTone: tone.dyed ? BLACK_HAIR : tone,
    head: pick(HEADS, roll('head')),
    build: isWoman ? pick([SLIM, LEAN], roll('build')) : weigh(MEN_BUILDS, roll('build')),
    ...faceOf(roll, isWoman),
    beard: isWoman ? 'none' : weigh(MEN_BEARDS, hairRoll('beard')),
    mark: weigh(MARKS, roll('mark')),
    hasCauliflowerEar: roll('ear') < 0.3,
    ...ornamentsOf(roll, isWoman),
    trim: pick<Trim>(['panel', 'hem', 'twin', 'chevron'], roll('trim')),
    headTilt: within(roll('nod'), -3.5, 3.5),
  };
}

export const hasDarkSkin = ({ skin: { depth } }: Look): boolean => depth >= DARK_SKIN_DEPTH;

/** Looks closer than this are too similar for opponents. */
const DISTANCE_MIN = 4;
const CUTS_MAX = 16;

/** Returns how different two faces look. Hair counts most, because it is what a face of 40 px shows. */
export function lookDistance(one: Look, other: Look): number {
  return (
    (one.hair === other.hair ? 0 : 3) +
    (one.hairTone === other.hairTone ? 0 : 2) +
    Math.min(Math.abs(one.skin.depth - other.skin.depth), 3) +
    (one.beard === other.beard ? 0 : 1) +
    (one.mongkol === other.mongkol ? 0 : 1)
  );
}

/** Returns the look of a fighter beside an opponent. A fighter who looks too similar gets another haircut. */
export function lookBeside(id: string, sex: Sex, opponent: Look): Look {
  let best = lookOf(id, sex);
  for (let cut = 1; lookDistance(best, opponent) < DISTANCE_MIN && cut <= CUTS_MAX; cut += 1) {
    const next = lookOf(id, sex, cut);
    if (lookDistance(next, opponent) > lookDistance(best, opponent)) best = next;
  }
  return best;
}
