import type { WatchToken } from '@sangwian/contract/ids';
import type { Bearer } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import { publishEnded, type WatchDeps } from './join-watch-stream.ts';
import { WatchWriter } from './watch.store.ts';

/**
 * A browser stops watching: the session ends and its grant dies. The tabs of a browser share one session and know of
 * each other, so the last of them says this, and the others nothing. A token that is not watching (ended, ejected,
 * never joined) is left in peace: leaving twice is leaving.
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
