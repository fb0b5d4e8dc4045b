import type { WatchToken } from '@sangwian/contract/ids';
import type { Bearer } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import { publishEnded, type WatchDeps } from './join-watch-stream.ts';
import { WatchWriter } from './watch.store.ts';

/**
 * Ends a browser's watch session and revokes its grant. The tabs of a browser share one session, and only the
 * last tab calls this. Idempotent: a token without a running session is accepted.
 */
export async function leaveWatchStream(
  deps: WatchDeps,
  request: { readonly member_id: string; readonly watch_token: WatchToken },
  bearer: Bearer,
): Promise<void> {
  refuseOtherMember(bearer, request.member_id);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const writer = new WatchWriter(trx);
    await writer.lockMember(bearer.memberId);
    const active = await writer.findActive(bearer.memberId);
    if (active === undefined || active.watch_token !== request.watch_token) return [];
    return writer.end([active.watch_session_id], 'left', deps.clock());
  });
  publishEnded(deps.bus, ended);
}
