import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { mentions } from '@sangwian/contract/rules/mentions';

/** The member who reads the chat. */
export interface Reader {
  /** `null` for visitors. */
  readonly id: string | null;
  /** The name that the chat shows. */
  readonly name: string;
}

/** Returns whether a message of another member answers or mentions the reader. */
export const isForReader = (
  { member_id, removed, reply, text }: ChatMessage,
  { id, name }: Reader,
): boolean =>
  id !== null && !removed && member_id !== id && (reply?.member_id === id || mentions(text, name));
