import type { MemberId } from '@sangwian/contract/ids';
import { hasRound, PICK_METHODS, type Pick } from '@sangwian/contract/rules/predict-pick';
import type { Kysely, Transaction } from 'kysely';
import { createMembers } from '../domains/identity/members/members.module.ts';
import { createWallet } from '../domains/money/wallet/wallet.module.ts';
import { addSampleSheets, type SampleGame } from '../domains/sport/predict/predict.module.ts';
import type { Database } from '../schema/database.ts';
import { addMs, HOUR_MS, MINUTE_MS } from './bangkok-time.ts';
import { FANS } from './fans.ts';
import { sampleId, sampleRandom } from './sample-random.ts';
import type { SeasonPlan } from './season-plan.ts';

/** Number of players in addition to the fans who can sign in. */
const CROWD_NAMES = [
  'เอก',
  'บอย',
  'แนน',
  'เก่ง',
  'ฝน',
  'Somsak',
  'กิ่ง',
  'โจ',
  'ตูน',
  'Anna',
  'หนึ่ง',
  'แบงค์',
  'ปอนด์',
  'จูน',
  'Luca',
  'เจ',
  'น้ำ',
  'อาร์ม',
  'เปิ้ล',
  'Kenji',
  'ก้อง',
  'แพร',
  'นัท',
  'ดาว',
  'Marie',
  'บาส',
  'ออย',
  'ท็อป',
  'แอน',
  'Tom',
];
/** Probability that a player confirms a programme's sheet. */
const PLAYS = { crowd: 0.55, fan: 0.6 };
const EARLIEST_MS = 48 * HOUR_MS;
const LATEST_MS = 10 * MINUTE_MS;
/** Probability that a player knows a winner, from the worst player to the best. */
const SKILL = { least: 0.42, span: 0.34 };

interface Player {
  readonly memberId: MemberId;
  readonly plays: number;
  readonly skill: number;
}

const crowdId = (place: number): MemberId => sampleId(`crowd:${place + 1}`) as MemberId;

const skillOf = (memberId: string): number =>
  SKILL.least + SKILL.span * sampleRandom(`skill:${memberId}`)();

const PLAYERS: readonly Player[] = [
  ...FANS.map(({ memberId }) => ({ memberId, plays: PLAYS.fan, skill: skillOf(memberId) })),
  ...CROWD_NAMES.map((_, place) => ({
    memberId: crowdId(place),
    plays: PLAYS.crowd,
    skill: skillOf(crowdId(place)),
  })),
];

type PlannedBout = SeasonPlan['bouts'][number];

/** Returns a player's pick for a bout: always the same, and correct according to the player's skill. */
function pickOf({ memberId, skill }: Player, bout: PlannedBout): Pick {
  const random = sampleRandom(`pick:${memberId}:${bout.bout_id}`);
  const knows = random() < skill && bout.winner !== null && bout.winner !== 'none';
  const guessed = random() < 0.52 ? 'red' : random() < 0.06 ? 'draw' : 'blue';
  const winner = knows ? (bout.winner as Pick['winner']) : guessed;
  if (winner === 'draw' || random() < 0.3) return { winner, method: null, round: null };
  const method = PICK_METHODS[random() < 0.68 ? 0 : 1];
  const round = 1 + Math.floor(random() * bout.rounds);
  const hasOne = hasRound(method) && random() < 0.7;
  return { winner, method, round: hasOne ? round : null };
}

function sheetsOf(programId: string, bouts: readonly PlannedBout[], now: Date) {
  const [first] = bouts;
  if (first === undefined) return [];
  return PLAYERS.flatMap((player) => {
    const random = sampleRandom(`sheet:${player.memberId}:${programId}`);
    if (random() >= player.plays) return [];
    const before = LATEST_MS + random() * (EARLIEST_MS - LATEST_MS);
    const confirmedAt = addMs(first.starts_at, -before);
    if (confirmedAt > now) return [];
    return [
      {
        memberId: player.memberId,
        confirmedAt,
        picks: bouts.map((bout) => pickOf(player, bout)),
      },
    ];
  });
}

/** Fans who can sign in have no sheets for open programmes, so that a tester can play as them. */
const isFan = (memberId: string): boolean => FANS.some((fan) => fan.memberId === memberId);

function planPrograms(plan: SeasonPlan, now: Date): SampleGame[] {
  return plan.programs.flatMap((program) => {
    const bouts = plan.bouts.filter((bout) => bout.program_id === program.program_id);
    const isOpen = program.starts_at > now;
    const sheets = sheetsOf(program.program_id, bouts, now).filter(
      ({ memberId }) => !(isOpen && isFan(memberId)),
    );
    if (sheets.length === 0) return [];
    return [
      {
        programId: program.program_id,
        bouts: bouts.map((bout) => ({
          boutId: bout.bout_id,
          startsAt: bout.starts_at,
          redFighterId: bout.red_fighter_id,
          blueFighterId: bout.blue_fighter_id,
          substitutions: 0,
          hasBegun: false,
          result: null,
          resultAt: null,
        })),
        sheets,
      },
    ];
  });
}

/** Adds the members of the crowd. They have names and wallets, but no credentials. */
async function addCrowd(db: Kysely<Database>, trx: Transaction<Database>): Promise<void> {
  const members = createMembers(db, createWallet(db));
  for (const [place, firstName] of CROWD_NAMES.entries()) {
    await members.createMember(trx, {
      memberId: crowdId(place),
      firstName,
      lastName: 'แฟนมวย',
      phone: null,
      password: null,
    });
  }
}

/** Adds the sheets of a year for the crowd and the fans. The game scores them from the season's results. */
export async function addSampleGame(
  db: Kysely<Database>,
  trx: Transaction<Database>,
  plan: SeasonPlan,
  now: Date,
): Promise<void> {
  await addCrowd(db, trx);
  await addSampleSheets(trx, planPrograms(plan, now));
}
