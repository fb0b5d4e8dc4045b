import { randomUUID } from 'node:crypto';
import { createLogger } from '@sangwian/node-kit/logger';
import { sql } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import { countViewers, WatchNodeStore } from '../watch-node.store.ts';
import type { WatchingBrowser } from '../watch-presence.ts';
import { WatchRegister } from '../watch-register.ts';
import { active, fan, join, now, prepareWatching, test, watchAsCrowd } from './watch-stage.ts';

export interface Node {
  readonly id: string;
  readonly register: WatchRegister;
}

let nodes: Node[] = [];

/** Runs on a node after the database has written and before the node receives the result. */
interface Meanwhile {
  claimed?(): unknown;
  released?(): void;
}

class InterruptedStore extends WatchNodeStore {
  meanwhile: Meanwhile = {};

  override async claimBrowsers(browsers: readonly WatchingBrowser[]) {
    const rows = await super.claimBrowsers(browsers);
    await this.meanwhile.claimed?.();
    return rows;
  }

  override async release(...lost: Parameters<WatchNodeStore['release']>): Promise<void> {
    await super.release(...lost);
    this.meanwhile.released?.();
  }
}

/** Starts a node without timers. The test calls its pulses. */
export function startNode(meanwhile: Meanwhile = {}): Node {
  const id = randomUUID();
  const store = new InterruptedStore(test.db, id);
  store.meanwhile = meanwhile;
  const register = new WatchRegister(store, () => now, createLogger('test', 'silent'));
  const node = { id, register };
  nodes.push(node);
  return node;
}

/** Starts an API with tonight's live. Each test begins without sessions and nodes. */
export function prepareNodes(): void {
  prepareWatching();
  beforeEach(async () => {
    await test.db.deleteFrom('watch_session').execute();
    await test.db.deleteFrom('watch_node').execute();
  });
  afterEach(async () => {
    await Promise.all(nodes.map(({ register }) => register.stop()));
    nodes = [];
  });
}

/** Makes a node send nothing more, as after `kill -9`. */
export function kill(node: Node): void {
  nodes = nodes.filter((other) => other !== node);
}

export const pulseAll = () => Promise.all(nodes.map(({ register }) => register.pulse()));
export const counted = async () => {
  const rows = await countViewers(test.db, new Date(now.getTime() - 45_000));
  return rows.reduce((sum, { viewers }) => sum + viewers, 0);
};
/** Returns the fan's running session. */
export async function session() {
  const [row] = await active();
  if (row === undefined) throw new Error('the fan does not watch');
  return row;
}

/** Makes the fan start watching. @returns the browser */
export async function watching(): Promise<WatchingBrowser> {
  const watchToken = randomUUID();
  await join(watchToken);
  return { memberId: fan.memberId as never, watchToken: watchToken as never };
}
export async function crowdBrowsers(viewers: number): Promise<WatchingBrowser[]> {
  const ids = await watchAsCrowd(viewers);
  const rows = await test.db
    .selectFrom('watch_session')
    .select(['member_id', 'watch_token'])
    .where('watch_session_id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    memberId: row.member_id as never,
    watchToken: row.watch_token as never,
  }));
}
/** Makes a node look as if it was killed this long ago. */
export const expire = ({ id }: Node, secondsAgo: number) =>
  sql`update watch_node set expires_at = now() - make_interval(secs => ${secondsAgo}) where watch_node_id = ${id}`.execute(
    test.db,
  );
