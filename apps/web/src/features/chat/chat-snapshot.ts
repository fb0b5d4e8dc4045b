import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { ChatMessage, ChatPin } from '@sangwian/contract/endpoints/live';
import type { ChatShield, ShowAnnouncement } from '@sangwian/contract/sockets/event-namespace';
import type { RoomRequest } from '../live/room/live-room.ts';
import type { ChatLine } from './chat-line.ts';
import { DEFAULT_SLOW_MODE_S, type SendLimits } from './send-limits.ts';

/** The reason of a refusal: an error code and its sentence. */
export type Refusal = Pick<ErrorBody, 'status' | 'message'>;

/** A moderator's request in this live. */
export type Moderation = RoomRequest<'chat:moderate'>;

/** Stores the unsent message, so that it outlives the page. */
export interface DraftKeeper {
  read(): string;
  keep(text: string): void;
}

export interface Shield extends ChatShield {
  readonly untilMs: number;
}

export interface Announcement extends ShowAnnouncement {
  readonly untilMs: number;
}

export interface ChatSnapshot extends SendLimits {
  readonly lines: readonly ChatLine[];
  readonly canChat: boolean;
  /** Whether the member can remove lines and time members out. */
  readonly canModerate: boolean;
  /** Minimum number of seconds between two messages of a member. */
  readonly slowModeS: number;
  readonly pin: ChatPin | null;
  /** Shield mode with its end by this device's clock; `null` while it is off. */
  readonly shield: Shield | null;
  /** The operators' announcement over the video, with its end by this device's clock. */
  readonly announcement: Announcement | null;
  /** Members that this moderator has timed out since the page was opened. */
  readonly timedOut: ReadonlySet<string>;
  /** Members whose lines are hidden, because this member has blocked or muted them. */
  readonly hidden: ReadonlySet<string>;
  /** The text in the text box. */
  readonly draft: string;
  /** The message that the next message answers. */
  readonly replyTo: ChatMessage | null;
  /** The refusal of the last message; cleared by the next change of the text. */
  readonly notice: Refusal | null;
}

export const NO_CHAT: ChatSnapshot = {
  lines: [],
  canChat: false,
  canModerate: false,
  slowModeS: DEFAULT_SLOW_MODE_S,
  pin: null,
  shield: null,
  announcement: null,
  timedOut: new Set(),
  hidden: new Set(),
  nextSendAtMs: 0,
  timedOutUntilMs: 0,
  draft: '',
  replyTo: null,
  notice: null,
};

/** Returns the minimum number of seconds between two messages: the longer one of slow mode and shield mode. */
export const slowModeAt = ({ slowModeS, shield }: ChatSnapshot, nowMs: number): number =>
  shield !== null && nowMs < shield.untilMs ? Math.max(slowModeS, shield.slow_mode_s) : slowModeS;
