import { randomUUID } from 'node:crypto';
import packageJson from '../../../package.json' with { type: 'json' };

/** This process among the nodes of the API. */
export interface NodeIdentity {
  readonly nodeId: string;
  /** Short and without an address, for operators. A restarted node has another name. */
  readonly name: string;
  readonly version: string;
}

/** Enough to tell a handful of nodes apart. */
const NAME_DIGITS = 4;

export function createNodeIdentity(): NodeIdentity {
  const nodeId = randomUUID();
  return { nodeId, name: `api-${nodeId.slice(0, NAME_DIGITS)}`, version: packageJson.version };
}
