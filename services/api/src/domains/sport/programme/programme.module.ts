import { type LaggingReads, serveLagging } from '../../../platform/database/lagging-reads.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createFindRecords, findConcealed } from '../../live/lives/lives.module.ts';
import { ProgramStore } from './programme.store.ts';
import {
  listProgramFilters,
  listPrograms,
  type ProgramDeps,
  readCalendar,
  readProgram,
} from './read-program.ts';

export interface ProgramModuleDeps {
  readonly reads: LaggingReads;
  readonly clock: Clock;
  readonly publicUrl: string;
}

export function createProgramModule({ reads, clock, publicUrl }: ProgramModuleDeps): ApiModule {
  return {
    handlers: serveLagging(reads, (db) => {
      const deps: ProgramDeps = {
        store: new ProgramStore(db),
        clock,
        findRecords: createFindRecords(db),
        findConcealed: (view) => findConcealed(db, view),
        publicUrl: publicUrl.replace(/\/+$/, ''),
      };
      return {
        'GET /program': ({ query }) => listPrograms(deps, query),
        'GET /program/filters': async () => ({ data: await listProgramFilters(deps) }),
        'GET /program/calendar.ics': async ({ query }) => ({
          data: await readCalendar(deps, query),
        }),
        'GET /program/{program_id}': async ({ params, query }) => ({
          data: await readProgram(deps, params.program_id, query),
        }),
      };
    }),
  };
}
