import type { ApiModule } from '../../../platform/http/handler.ts';
import { createChannelHandlers } from './channel-handlers.ts';
import type { ProgrammeDeskDeps } from './desk-parts.ts';
import { createEventHandlers } from './event-handlers.ts';
import { createFighterHandlers } from './fighter-handlers.ts';
import { createLiveHandlers } from './live-handlers.ts';
import { createNameHandlers } from './name-handlers.ts';
import { createBoutHandlers } from './programme-bout-handlers.ts';
import { createSubstitutionHandlers } from './substitution-handlers.ts';

/** Creates the console's Programme: events, bouts, lives, fighters, names and stream keys. */
export const createProgrammeDeskModule = (deps: ProgrammeDeskDeps): ApiModule => ({
  handlers: {
    ...createEventHandlers(deps),
    ...createBoutHandlers(deps),
    ...createSubstitutionHandlers(deps),
    ...createLiveHandlers(deps),
    ...createFighterHandlers(deps),
    ...createNameHandlers(deps),
    ...createChannelHandlers(deps),
  },
});
