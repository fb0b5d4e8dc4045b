import type { Handlers } from '../../../platform/http/handler.ts';
import type { DeskParts } from './desk-parts.ts';

/** Creates the handlers of operations on all members at once. */
export const createEveryoneHandlers = ({ sessions }: Pick<DeskParts, 'sessions'>): Handlers => ({
  'POST /operator/sessions/end': async ({ body, audit }) => {
    audit?.note({ subjectType: 'member', subjectId: 'everyone', reason: body.reason });
    const { ended, hasMore } = await sessions.revokeEveryones();
    audit?.note({ after: { ended_sessions: ended } });
    return { data: { ended_sessions: ended, has_more: hasMore } };
  },
});
