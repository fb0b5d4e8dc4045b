import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ChatState, ChatTimeout } from '@sangwian/contract/sockets/event-namespace';
import { uuidV7 } from '../../shared/ids/uuid-v7.ts';
import { patchStore } from '../../shared/patch-store.ts';
import { createStore } from '../../shared/store.ts';
import type { JoinedRoom, LiveRoom, RoomRequest } from '../live/room/live-room.ts';
import {
  addGifts,
  addLines,
  addOwn,
  applyHeld,
  applyJoin,
  applyOwn,
  applyRemoved,
  type ChatLog,
  EMPTY_LOG,
  isUnsent,
  removeLine,
  setOwnState,
} from './chat-line.ts';
import {
  type ChatSnapshot,
  type DraftKeeper,
  type Moderation,
  NO_CHAT,
  type Refusal,
  slowModeAt,
} from './chat-snapshot.ts';
import { readMuted, storeMuted } from './muted-members.ts';
import { limitsAfterRefusal } from './send-limits.ts';

/** A line fails if the browser has no connection for this long. */
const WAIT_MS_MAX = 15_000;

/** Refusals that the browser shows without a request. Their sentences are in the catalogue of the web app. */
const TOO_SOON: Refusal = { status: 'chat_slow_mode', message: '' };
const UNAVAILABLE: Refusal = { status: 'unavailable', message: '' };

/** The chat of a live: its lines, the member's own lines and drafts, and moderation. Independent of React. */
export class Chat {
  readonly snapshot = createStore<ChatSnapshot>(NO_CHAT);
  readonly room: LiveRoom;

  readonly #drafts: DraftKeeper | undefined;
  readonly #waits = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #unsubscribe: () => void;
  readonly #blocked = new Set<string>();
  readonly #muted = new Set<string>();
  #log: ChatLog = EMPTY_LOG;
  #closed = false;

  /** @param room a room that was not started yet */
  constructor(room: LiveRoom, drafts?: DraftKeeper) {
    this.room = room;
    this.#drafts = drafts;
    this.#patch({ draft: drafts?.read() ?? '' });
    for (const id of readMuted(Date.now())) this.#muted.add(id);
    this.#hide();
    this.#unsubscribe = room.subscribe({
      onJoined: (answer) => this.#onJoined(answer),
      onLines: (tick) => this.#setLog(addLines(this.#log, tick)),
      onLinesRemoved: (ids) => this.#setLog(applyRemoved(this.#log, ids)),
      onGifts: (gifts) => this.#setLog(addGifts(this.#log, gifts, room.clock.reachedMs.get())),
      onChatState: (state) => this.#onState(state),
      onChatTimeout: (timeout) => this.#onTimeout(timeout),
      onChatHeld: ({ chat_message_id: id, state, reason }) => {
        if (state !== 'allowed') this.#setLog(setOwnState(this.#log, id, state, reason));
      },
      onChatBlock: ({ member_id: id, blocked }) => this.setBlocked(id, blocked),
    });
  }

  /** Hides or shows the lines of a member that the server has blocked or unblocked. */
  setBlocked(memberId: string, blocked: boolean): void {
    if (blocked) this.#blocked.add(memberId);
    else this.#blocked.delete(memberId);
    this.#hide();
  }

  /** Mutes or unmutes a member in this browser for the evening. */
  setMuted(memberId: string, muted: boolean): void {
    storeMuted(memberId, muted, Date.now());
    if (muted) this.#muted.add(memberId);
    else this.#muted.delete(memberId);
    this.#hide();
  }

  /** Chooses the message that the next message answers; `null`: none. */
  setReply(replyTo: ChatMessage | null): void {
    this.#patch({ replyTo });
  }

  setDraft(draft: string): void {
    this.#patch({ draft, notice: null });
    this.#drafts?.keep(draft);
  }

  /** Sends the draft and empties the text box. A text that the server refuses returns to the box. */
  send(): void {
    const { draft, replyTo } = this.snapshot.get();
    const text = draft.trim();
    if (text === '' || this.#closed || this.#isTooSoon()) return;
    const id = uuidV7();
    this.#setLog(addOwn(this.#log, id, text, replyTo));
    this.#patch({ draft: '', replyTo: null, notice: null });
    this.#keepUnsent();
    this.#sendOrWait(id, text);
  }

  /** Sends a failed line again with the same id, so that the server ignores a line that it has already received. */
  retry(id: string): void {
    const line = this.#log.lines.find((candidate) => candidate.id === id);
    if (line?.kind !== 'own' || line.state !== 'failed' || this.#isTooSoon()) return;
    this.#setLog(setOwnState(this.#log, id, 'waiting'));
    this.#sendOrWait(id, line.text);
  }

  discard(id: string): void {
    this.#setLog(removeLine(this.#log, id));
    this.#keepUnsent();
  }

  /** Sends a moderator's request. Returns the refusal; `null` after success. */
  async moderate(moderation: Moderation): Promise<Refusal | null> {
    const answer = await this.room.request('chat:moderate', moderation);
    if (answer === null) return UNAVAILABLE;
    if (!answer.ok) return answer.error;
    const timedOut = new Set(this.snapshot.get().timedOut);
    if (moderation.action === 'timeout') timedOut.add(moderation.member_id);
    if (moderation.action === 'end_timeout') timedOut.delete(moderation.member_id);
    this.#patch({ timedOut });
    return null;
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    for (const wait of this.#waits.values()) clearTimeout(wait);
    this.#waits.clear();
  }

  #onJoined(answer: JoinedRoom): void {
    const log = applyRemoved(applyJoin(this.#log, answer), answer.removed);
    // An API node of the previous release sends neither held lines nor blocked members.
    this.#setLog(applyHeld(log, answer.held ?? []));
    this.#patch({ canChat: answer.can_chat, canModerate: answer.can_moderate });
    this.#onState(answer.chat);
    this.#onTimeout(answer.timeout);
    this.#blocked.clear();
    for (const id of answer.blocked ?? []) this.#blocked.add(id);
    this.#hide();
    for (const line of this.#log.lines) {
      if (line.kind === 'own' && line.state === 'waiting') void this.#sendNow(line.id, line.text);
    }
  }

  #hide(): void {
    this.#patch({ hidden: new Set([...this.#blocked, ...this.#muted]) });
  }

  #onState(state: ChatState): void {
    // An API node of the previous release sends no announcement.
    const { shield = null, announcement = null } = state;
    this.#patch({
      slowModeS: state.slow_mode_s,
      pin: state.pin,
      shield: shield && { ...shield, untilMs: Date.now() + shield.left_s * 1000 },
      announcement: announcement && {
        ...announcement,
        untilMs: Date.now() + announcement.left_s * 1000,
      },
    });
  }

  #onTimeout(timeout: ChatTimeout | null): void {
    this.#patch({ timedOutUntilMs: timeout === null ? 0 : Date.now() + timeout.left_s * 1000 });
  }

  /**
   * Returns whether slow mode or a time-out prevents sending. The text then stays in the text box, with the reason
   * beside it.
   */
  #isTooSoon(): boolean {
    const { canModerate, nextSendAtMs, timedOutUntilMs } = this.snapshot.get();
    const now = Date.now();
    // The composer already shows the time-out beside the text box.
    if (now < timedOutUntilMs) return true;
    if (canModerate || now >= nextSendAtMs) return false;
    this.#patch({ notice: TOO_SOON });
    return true;
  }

  /** Stores the unsent text for the next page: the draft, or the newest line that the server has not confirmed. */
  #keepUnsent(): void {
    const { draft } = this.snapshot.get();
    const unsent = this.#log.lines.findLast((line) => line.kind === 'own' && isUnsent(line.state));
    this.#drafts?.keep(draft || (unsent?.kind === 'own' ? unsent.text : ''));
  }

  #sendOrWait(id: string, text: string): void {
    if (this.room.snapshot.get().connection === 'joined') {
      void this.#sendNow(id, text);
      return;
    }
    const wait = setTimeout(() => this.#fail(id), WAIT_MS_MAX);
    this.#waits.set(id, wait);
  }

  async #sendNow(id: string, text: string): Promise<void> {
    clearTimeout(this.#waits.get(id));
    this.#waits.delete(id);
    this.#setLog(setOwnState(this.#log, id, 'sending'));
    const line = this.#log.lines.find((candidate) => candidate.id === id);
    const replyTo = line?.kind === 'own' ? (line.replyTo ?? null) : null;
    const request = {
      text,
      chat_message_id: id,
      ...(replyTo && { reply_to: replyTo.chat_message_id }),
    };
    const answer = await this.room.request('chat:send', request as RoomRequest<'chat:send'>);
    if (this.#closed) return;
    if (answer === null) {
      this.#fail(id);
      return;
    }
    if (answer.ok) this.#onSent(answer.message);
    else this.#onSendRefused(id, text, answer.error, replyTo);
    this.#keepUnsent();
  }

  #onSent(message: ChatMessage): void {
    this.#setLog(applyOwn(this.#log, message));
    this.#startWait();
  }

  /** Starts the wait of slow mode. */
  #startWait(): void {
    const snapshot = this.snapshot.get();
    const now = Date.now();
    if (!snapshot.canModerate)
      this.#patch({ nextSendAtMs: now + slowModeAt(snapshot, now) * 1000 });
  }

  /** Returns the text to the text box, unless the member is already writing the next message. */
  #onSendRefused(id: string, text: string, error: ErrorBody, replyTo: ChatMessage | null): void {
    if (error.status === 'chat_held') {
      this.#setLog(setOwnState(this.#log, id, 'held'));
      this.#startWait();
      return;
    }
    this.#patch(limitsAfterRefusal(this.snapshot.get(), error, Date.now()));
    if (this.snapshot.get().draft === '') {
      this.#setLog(removeLine(this.#log, id));
      // Without the message that it answered, the text can be sent as a message of its own.
      const isGone = error.status === 'chat_reply_not_found';
      this.#patch({ draft: text, replyTo: isGone ? null : replyTo, notice: error });
    } else {
      this.#setLog(setOwnState(this.#log, id, 'failed'));
      this.#patch({ notice: error });
    }
  }

  #fail(id: string): void {
    this.#waits.delete(id);
    this.#setLog(setOwnState(this.#log, id, 'failed'));
  }

  #setLog(log: ChatLog): void {
    this.#log = log;
    this.#patch({ lines: log.lines });
  }

  #patch(fields: Partial<ChatSnapshot>): void {
    if (!this.#closed) patchStore(this.snapshot, fields);
  }
}
