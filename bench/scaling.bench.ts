import { LIMITS } from '@sangwian/contract/limits';
import { type Bench, percentile, type Report } from './figure.ts';
import { SERVICE } from './support/service-times.ts';

/** Peak load of a night with one live, per second unless noted otherwise. */
const NIGHT = {
  /** Three parts of a third of a second, each with a playlist. */
  mediaRequestsPerViewer: 6,
  /** Bit rate of the video that a phone receives, in kbit/s. */
  kilobitsPerViewer: 2_000,
  ticksPerS: 1_000 / LIMITS.tickMs,
  /** Gifts per second per 1 000 viewers, and chat lines per second of the live. */
  giftsPerThousand: 1.5,
  linesPerS: 50,
  /** Share of the viewers who sign in during the minute before the main bout. */
  signInShare: 0.02,
} as const;
/** Planned load of a core, so that a lost node does not overload the others. */
const PLANNED_SHARE = 0.5;
const SIZES = [10_000, 100_000, 1_000_000] as const;
const EVENTS_SIMULATED = 20_000;

const SIGN_IN_S = 60;
/** The queue refuses requests that would wait longer. */
const WAIT_S_MAX = 25;
const SEED = 20_261_123;

/** Returns a reproducible random number generator with values from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Plan {
  readonly viewers: number;
  readonly edgeCores: number;
  readonly gigabits: number;
  readonly socketCores: number;
  readonly busMessagesPerS: number;
  readonly databaseCores: number;
  readonly signInCores: number;
}

const cores = (busy: number): number => Math.ceil(busy / PLANNED_SHARE);

/** Returns the resources that a night needs. */
function planOf(viewers: number): Plan {
  const gifts = (viewers / 1_000) * NIGHT.giftsPerThousand;
  const socketCores = cores((viewers * NIGHT.ticksPerS) / SERVICE.framesPerCpuS);
  const signIns = (viewers * NIGHT.signInShare) / SIGN_IN_S;
  return {
    viewers,
    edgeCores: cores((viewers * NIGHT.mediaRequestsPerViewer) / SERVICE.edgeRequestsPerCpuS),
    gigabits: (viewers * NIGHT.kilobitsPerViewer) / 1e6,
    socketCores,
    // Each node publishes one message per tick, and every node that shows the live receives it.
    busMessagesPerS: socketCores * NIGHT.ticksPerS * socketCores,
    databaseCores: cores(
      gifts / SERVICE.giftsPerCpuS +
        NIGHT.linesPerS / SERVICE.giftsPerCpuS +
        (viewers / 500_000) * SERVICE.presenceCoresPerHalfMillion,
    ),
    signInCores: Math.ceil(signIns / SERVICE.signInsPerCpuS),
  };
}

/**
 * Simulates events from a node to the sockets of all nodes. The delay is the sum of four: the wait for the sender's
 * tick, the bus, the wait for the receiver's tick, and the position of the socket in the write order of its node.
 *
 * @returns the delay of each event in milliseconds
 */
function simulateFanOut({ viewers, socketCores }: Plan): number[] {
  const random = createRandom(SEED);
  const writeMs = (viewers / socketCores / SERVICE.framesPerCpuS) * 1_000;
  return Array.from({ length: EVENTS_SIMULATED }, () => {
    const busMs = SERVICE.busP50Ms * -Math.log(1 - random()) * Math.LOG2E;
    return random() * LIMITS.tickMs + busMs + random() * LIMITS.tickMs + random() * writeMs;
  });
}

interface Rush {
  readonly waitsS: readonly number[];
  readonly refused: number;
}

/** Simulates a minute of sign-ins whose rate peaks in the middle of the minute. */
function simulateSignIns({ viewers, signInCores }: Plan): Rush {
  const random = createRandom(SEED);
  const count = Math.round(viewers * NIGHT.signInShare);
  const arrivals = Array.from({ length: count }, () => ((random() + random()) / 2) * SIGN_IN_S);
  arrivals.sort((a, b) => a - b);
  const freeAt = Array.from({ length: signInCores }, () => 0);
  const waitsS: number[] = [];
  let refused = 0;
  for (const at of arrivals) {
    const first = freeAt.indexOf(Math.min(...freeAt));
    const begins = Math.max(at, freeAt[first] ?? 0);
    if (begins - at > WAIT_S_MAX) {
      refused += 1;
      continue;
    }
    freeAt[first] = begins + 1 / SERVICE.signInsPerCpuS;
    waitsS.push(begins - at);
  }
  return { waitsS, refused };
}

async function run(): Promise<Report> {
  const plans = SIZES.map(planOf);
  const row = (name: string, show: (plan: Plan) => string): string[] => [
    name,
    ...plans.map((plan) => show(plan)),
  ];
  const largest = plans.at(-1);
  if (largest === undefined) throw new Error('no size is planned');
  const fanOut = plans.map(simulateFanOut);
  const rushes = plans.map(simulateSignIns);
  const ms = (samples: readonly number[], share: number): string =>
    `${percentile(samples, share).toFixed(0)} ms`;
  return {
    table: [
      ['viewers', ...SIZES.map(String)],
      row('cores of edges', ({ edgeCores }) => String(edgeCores)),
      row('Gbit/s of the picture', ({ gigabits }) => gigabits.toFixed(0)),
      row('cores with sockets', ({ socketCores }) => String(socketCores)),
      row('deliveries/s by Redis', ({ busMessagesPerS }) => busMessagesPerS.toFixed(0)),
      row('cores of the database', ({ databaseCores }) => String(databaseCores)),
      row('cores for sign-ins', ({ signInCores }) => String(signInCores)),
      ['event to a socket, p50', ...fanOut.map((samples) => ms(samples, 0.5))],
      ['event to a socket, p99', ...fanOut.map((samples) => ms(samples, 0.99))],
      [
        'wait for a sign-in, p99',
        ...rushes.map(({ waitsS }) => `${percentile(waitsS, 0.99).toFixed(1)} s`),
      ],
      ['sign-ins refused', ...rushes.map(({ refused }) => String(refused))],
    ],
    figures: [
      {
        id: 'simulated-event-to-socket-p99',
        value: percentile(fanOut.at(-1) ?? [], 0.99),
        goal: 600,
        sense: 'at-most',
        unit: 'ms',
      },
      {
        id: 'simulated-sign-ins-refused',
        value: rushes.at(-1)?.refused ?? 0,
        goal: 0,
        sense: 'at-most',
        unit: '',
      },
    ],
  };
}

export const bench: Bench = {
  about:
    'a night of 10 000 to a million viewers, simulated from measured service times (docs/scaling.md)',
  run,
};
