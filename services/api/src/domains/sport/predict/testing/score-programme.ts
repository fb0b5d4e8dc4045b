import { createLogger } from '@sangwian/node-kit/logger';
import { createInProcessBus } from '../../../../platform/bus/bus.ts';
import { createDatabase } from '../../../../platform/database/create-database.ts';
import { scoreGame } from '../score-games.ts';

/**
 * Runs as a process that scores a card in small steps and can be killed. Arguments: `<database> <program id> <sheets>
 * <now>`.
 */
const [url = '', programId = '', sheets = '', now = ''] = process.argv.slice(2);
const logger = createLogger('test', 'silent');
const db = createDatabase(url, logger, { connectionsMax: 1 });
await scoreGame(
  {
    db,
    bus: createInProcessBus(),
    clock: () => new Date(now),
    scoredAtOnceMax: Number(sheets),
  },
  programId,
);
await db.destroy();
