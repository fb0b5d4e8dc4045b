import { createLogger } from '@sangwian/node-kit/logger';
import { createInProcessBus } from '../../../../platform/bus/bus.ts';
import { createDatabase } from '../../../../platform/database/create-database.ts';
import { scoreGame } from '../score-games.ts';

/** A process that scores a programme, a few sheets at a time, and can be killed: `<database> <programme> <sheets> <now>`. */
const [url = '', programId = '', sheets = '', now = ''] = process.argv.slice(2);
const logger = createLogger('test', 'silent');
const db = createDatabase(url, logger, { connectionsMax: 1 });
await scoreGame(
  {
    db,
    bus: createInProcessBus(),
    clock: () => new Date(now),
    logger,
    scoredAtOnceMax: Number(sheets),
  },
  programId,
);
await db.destroy();
