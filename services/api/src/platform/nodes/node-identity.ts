import { randomUUID } from 'node:crypto';
import packageJson from '../../../package.json' with { type: 'json' };

/** The identity of this process among the nodes of the API. */
export interface NodeIdentity {
  readonly nodeId: string;
  /** A short name for operators, without an IP address. A restarted node has another name. */
  readonly name: string;
  readonly version: string;
}

/** Enough characters to distinguish a handful of nodes. */
const NAME_DIGITS = 4;

export function createNodeIdentity(): NodeIdentity {
  const nodeId = randomUUID();
  return { nodeId, name: `api-${nodeId.slice(0, NAME_DIGITS)}`, version: packageJson.version };
}
