import { createHash } from 'node:crypto';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { Gap } from '../health/gap.ts';
import type { ApiModule } from '../http/handler.ts';
import type { NodeIdentity } from './node-identity.ts';
import { NODE_LIMITS } from './node-limits.ts';
import { type NodeRow, NodesStore } from './nodes.store.ts';

/** Maximum clock difference. Beyond it, one-time passwords and grants expire noticeably early or late. */
const CLOCK_MS_MAX = 60_000;
/** Enough digits to detect a difference, and too few to recover a secret. */
const MARK_DIGITS = 8;

/** Returns a fingerprint of all secrets, with which nodes detect different secrets. */
export const markSecrets = (secrets: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(secrets)).digest('hex').slice(0, MARK_DIGITS);

export interface NodeAgreementDeps {
  readonly db: Kysely<Database>;
  readonly node: NodeIdentity;
  readonly secretsMark: string;
  readonly logger: Logger;
  /** The clock of this machine. */
  readonly nowMs?: () => number;
}

const tolerable = (name: string, text: string): Gap => ({
  name,
  advice: `${name}: ${text}`,
  isTolerable: true,
});

/** Returns how this node differs from the database's clock and from the other nodes. */
export async function findDifferences({
  db,
  node,
  secretsMark,
  nowMs = Date.now,
}: NodeAgreementDeps): Promise<Gap[]> {
  const store = new NodesStore(db);
  const now = await store.readClock();
  const aheadMs = nowMs() - now.getTime();
  const others = (await store.find()).filter(
    ({ nodeId, reportedAt }) =>
      nodeId !== node.nodeId && now.getTime() - reportedAt.getTime() < NODE_LIMITS.silentS * 1_000,
  );
  const namesOf = (rows: readonly NodeRow[]): string => rows.map(({ name }) => name).join(', ');
  const older = others.filter(({ version }) => version !== node.version);
  const strange = others.filter(
    ({ report }) => report.secrets_mark !== null && report.secrets_mark !== secretsMark,
  );
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return [
    ...(Math.abs(aheadMs) <= CLOCK_MS_MAX
      ? []
      : [
          tolerable(
            'clock',
            `the clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database. Set both by NTP.`,
          ),
        ]),
    ...(older.length === 0
      ? []
      : [
          tolerable(
            'versions',
            `this node runs ${node.version}, and ${namesOf(older)} another version. Finish the upgrade of all nodes.`,
          ),
        ]),
    ...(strange.length === 0
      ? []
      : [
          tolerable(
            'secrets',
            `${namesOf(strange)} has other secrets than this node. Give all nodes the same secrets (docs/runbooks/several-nodes.md) and restart them.`,
          ),
        ]),
  ];
}

/** Compares this node with the others every ten seconds. Logs a new difference and lists it in `/health/ready`. */
export function createNodeAgreement(deps: NodeAgreementDeps): ApiModule {
  let gaps: readonly Gap[] = [];
  const compare = async (): Promise<void> => {
    const found = await findDifferences(deps);
    for (const { name, advice } of found) {
      if (!gaps.some((gap) => gap.name === name)) deps.logger.warn(advice);
    }
    gaps = found;
  };
  const comparing = every(NODE_LIMITS.reportMs, compare, {
    name: 'node_agreement',
    logger: deps.logger,
  });
  return {
    missing: async () => gaps,
    start: () => comparing.start(),
    stop: async () => comparing.stop(),
  };
}
