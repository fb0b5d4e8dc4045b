import type { Notice, NoticeAbout } from '@sangwian/contract/endpoints/notices';
import { excerptOf } from '../../live/chat/chat.module.ts';
import type { NoticeRow } from './notices.store.ts';

/**
 * Returns the facts that a member may see. A member who hides results gets neither a result nor the bout of a refund,
 * because a refund reveals who lost, nor a message of the chat, because messages reveal results too (decision 118).
 */
function shownAbout(row: NoticeRow): NoticeAbout {
  const { about, shows_results: showsResults, winner, method, result_round: round } = row;
  if (about.kind === 'chat') {
    const { live_title: title, member_name, text } = row;
    return {
      ...about,
      title,
      member_name,
      text: showsResults && text !== null ? excerptOf(text) : null,
    };
  }
  if (about.kind === 'cheer_refunded') return showsResults ? about : { ...about, title: null };
  if (about.kind !== 'result') return about;
  if (!showsResults || winner === null || method === null) return { ...about, result: null };
  return { ...about, result: { winner, method, round } };
}

export const presentNotice = (row: NoticeRow): Notice => ({
  notice_id: row.notice_id,
  created_at: row.created_at.toISOString(),
  read: row.read_at !== null,
  about: shownAbout(row),
});
