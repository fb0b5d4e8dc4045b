import type { ApiModule } from '../../../platform/http/handler.ts';
import { createAdjustmentHandlers } from './adjustment-handlers.ts';
import { createAppealHandlers } from './appeal-handlers.ts';
import type { DeskParts, MemberDeskDeps } from './desk-parts.ts';
import { createEveryoneHandlers } from './everyone-handlers.ts';
import { createLookUpHandlers } from './look-up-handlers.ts';
import { MemberFileStore } from './member-file.store.ts';
import { MemberSearchStore } from './member-search.store.ts';
import { createNicknameHandlers } from './nickname-handlers.ts';
import { createSanctionHandlers } from './sanction-handlers.ts';
import { TimelineStore } from './timeline.store.ts';

/** Creates the members, sanctions and coin adjustments of the console. */
export function createMemberDeskModule(deps: MemberDeskDeps): ApiModule {
  const { db } = deps;
  const parts: DeskParts = {
    ...deps,
    search: new MemberSearchStore(db),
    files: new MemberFileStore(db),
    timeline: new TimelineStore(db),
  };
  return {
    handlers: {
      ...createLookUpHandlers(parts),
      ...createSanctionHandlers(parts),
      ...createNicknameHandlers(parts),
      ...createEveryoneHandlers(parts),
      ...createAppealHandlers(parts),
      ...createAdjustmentHandlers(parts),
    },
  };
}
