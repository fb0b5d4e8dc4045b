import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { connectPublisher } from '@sangwian/rtmp/publisher';
import { Broadcaster } from '../../services/sandbox/src/broadcaster/broadcaster.ts';
import { systemClock } from '../../services/sandbox/src/broadcaster/clock.ts';
import { readDemoLoop } from '../../services/sandbox/src/demo-bout/demo-loop.ts';

const FILE = join(import.meta.dirname, '../../services/sandbox/assets/demo-bout.flv');

export interface DemoBroadcast {
  /** Unix time in ms at which the current lap of the loop started. */
  epochMs(): number;
  stop(): Promise<void>;
}

/** Publishes the demo bout, whose frames contain a time code, to an RTMP server on this machine. */
export function startDemoBroadcast(target: { port: number; streamKey: string }): DemoBroadcast {
  const broadcaster = new Broadcaster({
    loop: readDemoLoop(readFileSync(FILE)),
    target: { host: '127.0.0.1', app: 'live', ...target },
    connect: connectPublisher,
    clock: systemClock,
    logger: createLogger('bench', 'warn'),
  });
  broadcaster.start();
  return {
    epochMs: () => {
      const { epoch } = broadcaster.status;
      if (epoch === null) throw new Error('nothing was sent yet');
      return epoch;
    },
    stop: () => broadcaster.stop(),
  };
}
