import type { ChatMessage, Corner } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type {
  ChatState,
  ChatTimeout,
  HeldMessage,
} from '@sangwian/contract/sockets/event-namespace';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Bearer } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { LiveFacts, LiveReader } from '../lives/lives.module.ts';
import type { BlocksStore } from './blocks.store.ts';
import { type ChatReader, presentLine, presentState } from './chat.store.ts';
import { isModerator, presentTimeout, readRefusal, sendRefusal } from './chat-rules.ts';
import type { HeldLinesStore } from './held-lines.store.ts';
import type { ModerationStore } from './moderation.store.ts';

export interface ChatOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly members: Pick<Members, 'findMemberNames' | 'store'>;
  /** Returns the corner that each member has cheered most in the current bout. Without it, lines have no corner. */
  readonly findCorners?: (
    programLiveId: ProgramLiveId,
    memberIds: readonly MemberId[],
  ) => Promise<ReadonlyMap<string, Corner>>;
}

export interface ChatLines {
  /** `true` if the lines replace the lines that the reader has, `false` if they follow them. */
  readonly snapshot: boolean;
  readonly messages: ChatMessage[];
  readonly seq: number;
  readonly canChat: boolean;
  readonly canModerate: boolean;
  readonly state: ChatState;
  /** The reader's own time-out. */
  readonly timeout: ChatTimeout | null;
  /** Removed lines that the reader's page may still show. */
  readonly removed: ChatMessageId[];
  /** The members that the reader has blocked. */
  readonly blocked: MemberId[];
  /** The reader's own recent lines that were held for review. */
  readonly held: HeldMessage[];
}

export interface ReadChatDeps extends Pick<ChatOptions, 'clock' | 'live' | 'members'> {
  readonly reader: ChatReader;
  readonly moderation: ModerationStore;
  readonly blocks: BlocksStore;
  readonly heldLines: HeldLinesStore;
  readonly findLive: (programLiveId: ProgramLiveId) => Promise<LiveFacts | null>;
}

/** Reads the reader's own rights, time-out, blocked members and held lines. */
async function readOwn(
  { clock, members, moderation, blocks, heldLines }: ReadChatDeps,
  programLiveId: ProgramLiveId,
  bearer: Bearer | null,
) {
  if (bearer === null) return { canModerate: false, timeout: null, blocked: [], held: [] };
  const now = clock();
  const { memberId } = bearer;
  const [names, timeouts, blocked, held] = await Promise.all([
    // Not cached, so that a new moderator sees the menu after the next page load.
    members.findMemberNames([memberId]),
    moderation.findTimeouts(programLiveId, [memberId], now),
    blocks.findIds(memberId),
    heldLines.findOwn(programLiveId, memberId, now),
  ]);
  const until = timeouts.get(memberId);
  return {
    canModerate: isModerator(names.get(memberId)?.role ?? null),
    timeout: until === undefined ? null : presentTimeout(until, now),
    blocked,
    held,
  };
}

/** Creates the functions that read a live's chat and a reader's rights. */
export function createReadChat(deps: ReadChatDeps) {
  const { clock, live, reader, findLive } = deps;

  async function readAccess(
    programLiveId: ProgramLiveId,
    bearer: Bearer | null,
  ): Promise<{ facts: LiveFacts; unlocked: boolean }> {
    const facts = await findLive(programLiveId);
    if (facts === null) throw new ApiError('live_not_found');
    const unlocked =
      facts.access === 'premium' &&
      bearer !== null &&
      (await live.isUnlocked(programLiveId, bearer.memberId));
    return { facts, unlocked };
  }

  async function checkReadAccess(programLiveId: ProgramLiveId, bearer: Bearer | null) {
    const access = await readAccess(programLiveId, bearer);
    const refusal = readRefusal(access.facts, access.unlocked);
    if (refusal !== null) throw new ApiError(refusal);
    return access;
  }

  /** Finds the removed lines among the last lines up to `seq` and after it, at most as many as a page keeps. */
  const removedBefore = (programLiveId: ProgramLiveId, seq: number): Promise<ChatMessageId[]> =>
    reader.findRemoved(
      programLiveId,
      Math.max(0, seq - LIMITS.chatRemovedMax),
      LIMITS.chatRemovedMax,
    );

  async function read(
    programLiveId: ProgramLiveId,
    since: number | undefined,
    bearer: Bearer | null,
  ): Promise<ChatLines> {
    const { facts, unlocked } = await checkReadAccess(programLiveId, bearer);
    const [room, own] = await Promise.all([
      reader.findRoom(programLiveId),
      readOwn(deps, programLiveId, bearer),
    ]);
    const rest = {
      canChat: sendRefusal(facts, bearer !== null, unlocked) === null,
      ...own,
      state: presentState(room, clock()),
    };
    if (since !== undefined) {
      const lastSeq = room?.last_seq ?? 0;
      if (since <= lastSeq && lastSeq - since <= LIMITS.chatResumeMax) {
        // A line may be committed between the two reads, so `seq` is taken from the lines that were read.
        const rows = await reader.findAfter(programLiveId, since, LIMITS.chatResumeMax);
        const messages = rows.map(presentLine);
        const removed = await removedBefore(programLiveId, since);
        return { snapshot: false, messages, seq: messages.at(-1)?.seq ?? since, ...rest, removed };
      }
    }
    const messages = (await reader.findLast(programLiveId, LIMITS.chatHistoryMax)).map(presentLine);
    return { snapshot: true, messages, seq: messages.at(-1)?.seq ?? 0, ...rest, removed: [] };
  }

  return { readAccess, checkReadAccess, read, removedBefore };
}

export type ReadChat = ReturnType<typeof createReadChat>;
