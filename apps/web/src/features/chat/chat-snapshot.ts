import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { ChatPin } from '@sangwian/contract/endpoints/live';
import type { RoomRequest } from '../live/room/live-room.ts';
import type { ChatLine } from './chat-line.ts';
import { type ChatTurn, USUAL_SLOW_S } from './chat-turn.ts';

/** Why something was not done: a code of the contract and its sentence. */
export type Refusal = Pick<ErrorBody, 'status' | 'message'>;

/** What a moderator asks for in this live. */
export type Moderation = RoomRequest<'chat:moderate'>;

/** Where a text waits that was not sent: it outlives the page. */
export interface DraftKeeper {
  read(): string;
  keep(text: string): void;
}

export interface ChatSnapshot extends ChatTurn {
  readonly lines: readonly ChatLine[];
  /** Members may send, visitors read. */
  readonly canChat: boolean;
  /** May remove lines and send members out. */
  readonly canModerate: boolean;
  /** Seconds between two lines of a member. */
  readonly slowModeS: number;
  readonly pin: ChatPin | null;
  /** Members whom this moderator sent out since the page was opened. */
  readonly sentOut: ReadonlySet<string>;
  /** What stands in the box. */
  readonly draft: string;
  /** Why the last line was not taken; gone with the next letter. */
  readonly notice: Refusal | null;
}

export const NO_CHAT: ChatSnapshot = {
  lines: [],
  canChat: false,
  canModerate: false,
  slowModeS: USUAL_SLOW_S,
  pin: null,
  sentOut: new Set(),
  freeAtMs: 0,
  outUntilMs: 0,
  draft: '',
  notice: null,
};
