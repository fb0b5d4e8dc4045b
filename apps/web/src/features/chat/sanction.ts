import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { memberQuery } from '../../shared/api/api-query.ts';

/** A sanction of the member in the chat, with the state of the appeal. */
export interface Sanction {
  readonly because: ReportReason | null;
  /** A granted appeal has ended the sanction. */
  readonly state: 'none' | 'open' | 'granted' | 'refused';
  /** The moderator's reason for the decision on the appeal. */
  readonly reason: string | null;
}

/** A sanction that the member appeals against. */
export type Appealed =
  | { readonly kind: 'removal'; readonly chatMessageId: string }
  | { readonly kind: 'timeout'; readonly programLiveId: string };

export const removalQuery = (memberId: string | null, chatMessageId: string) =>
  memberQuery(memberId, 'GET /chat/removals/{chat_message_id}', {
    params: { chat_message_id: chatMessageId },
  });

export const timeoutQuery = (memberId: string | null, programLiveId: string) =>
  memberQuery(memberId, 'GET /chat/appeals', { query: { program_live_id: programLiveId } });
