import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatPin, Match } from '@sangwian/contract/endpoints/live';
import type { ChatModerate, GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import type { z } from 'zod';
import type { ChatLine } from './chat-line.ts';
import { type ChatTurn, USUAL_SLOW_S } from './chat-turn.ts';

/** Why something was not done: a code of the contract and its sentence. */
export type Refusal = Pick<ErrorBody, 'status' | 'message'>;

type InThisLive<Request> = Request extends unknown ? Omit<Request, 'program_live_id'> : never;
/** What a moderator asks for in this live. */
export type Moderation = InThisLive<ChatModerate>;

/** Where a text waits that was not sent: it outlives the page. */
export interface DraftKeeper {
  read(): string;
  keep(text: string): void;
}

export interface ChatSnapshot extends ChatTurn {
  /** `refused`: the API lets nobody like us into this chat, and `refusal` says why. */
  readonly connection: 'connecting' | 'joined' | 'lost' | 'refused';
  readonly refusal: ErrorBody | null;
  readonly lines: readonly ChatLine[];
  /** `null` until it was told. */
  readonly viewers: number | null;
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

/** What happens in the room beside the chat. */
export interface RoomEvents {
  /** A bout began, a round turned, or it ended. */
  readonly onMatch?: (match: Match) => void;
  /** What the corners of the bout that is on were given, as far as the room knows. */
  readonly onBar?: (bar: EncouragementBar) => void;
  /** Gifts that were sent just now. */
  readonly onGifts?: (gifts: readonly GiftLine[]) => void;
  /** The member's own gifts to a bout came back. */
  readonly onRefunded?: (refund: z.infer<typeof GiftRefunded>) => void;
}

export const NO_CHAT: ChatSnapshot = {
  connection: 'connecting',
  refusal: null,
  lines: [],
  viewers: null,
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
