import type { WatchToken } from '@sangwian/contract/ids';
import type { Bearer } from '../../http/handler.ts';
import { assertOwn, publishEnded, type WatchDeps } from './join-watch-stream.ts';
import { WatchWriter } from './watch.store.ts';

/**
 * One tab stops watching; with the last tab of the browser the session ends and its grant dies. A token that is not
 * watching (ended, ejected, never joined) is left in peace: leaving twice is leaving.
 */
export async function leaveWatchStream(
  deps: WatchDeps,
  request: { readonly member_id: string; readonly watch_token: WatchToken },
  bearer: Bearer,
): Promise<void> {
  assertOwn(request.member_id, bearer);
  const ended = await deps.db.transaction().execute(async (trx) => {
    const writer = new WatchWriter(trx);
    await writer.lockMember(bearer.memberId);
    const active = await writer.findActive(bearer.memberId);
    if (active === undefined || active.watch_token !== request.watch_token) return [];
    if (active.tabs > 1) {
      await writer.forgetTab(active.watch_session_id);
      return [];
    }
    return writer.end([active.watch_session_id], 'left', deps.clock());
  });
  publishEnded(deps.bus, ended);
}
