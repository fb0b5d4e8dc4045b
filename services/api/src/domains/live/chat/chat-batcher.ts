import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { LineOutcome } from './add-chat-lines.ts';
import type { NewLine } from './chat.store.ts';

/** Lines per transaction. */
const BATCH_LINES_MAX = 200;
/** Maximum number of a live's lines that wait on this node. Beyond it, the database cannot keep up. */
const WAITING_LINES_MAX = 2_000;

interface QueuedLine {
  readonly line: NewLine;
  readonly done: (message: ChatMessage) => void;
  readonly failed: (error: unknown) => void;
}

export interface BatcherOptions {
  readonly add: (programLiveId: ProgramLiveId, lines: readonly NewLine[]) => Promise<LineOutcome[]>;
  /** Called after the commit, in the order of `seq`. */
  readonly onAdded: (programLiveId: ProgramLiveId, messages: readonly ChatMessage[]) => void;
}

/**
 * Batches the lines of a live. Lines that arrive during a transaction are written together in the next
 * transaction, so many lines share one commit and a single line does not wait.
 */
export class ChatBatcher {
  readonly #options: BatcherOptions;
  readonly #waiting = new Map<ProgramLiveId, QueuedLine[]>();
  readonly #busy = new Set<ProgramLiveId>();

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** Queues a line and returns it as stored. @throws {ApiError} the sender's error */
  add(programLiveId: ProgramLiveId, line: NewLine): Promise<ChatMessage> {
    const queue = this.#waiting.get(programLiveId) ?? [];
    if (queue.length >= WAITING_LINES_MAX) return Promise.reject(new ApiError('unavailable'));
    this.#waiting.set(programLiveId, queue);
    return new Promise((done, failed) => {
      queue.push({ line, done, failed });
      if (!this.#busy.has(programLiveId)) void this.#drain(programLiveId);
    });
  }

  async #drain(programLiveId: ProgramLiveId): Promise<void> {
    this.#busy.add(programLiveId);
    for (
      let batch = this.#next(programLiveId);
      batch.length > 0;
      batch = this.#next(programLiveId)
    ) {
      await this.#write(programLiveId, batch);
    }
    this.#busy.delete(programLiveId);
    this.#waiting.delete(programLiveId);
  }

  /** Takes the next batch. It has at most one line per member and per id; further ones wait for a later batch. */
  #next(programLiveId: ProgramLiveId): QueuedLine[] {
    const batch: QueuedLine[] = [];
    const rest: QueuedLine[] = [];
    const taken = new Set<string>();
    for (const waiting of this.#waiting.get(programLiveId) ?? []) {
      const { memberId, chatMessageId } = waiting.line;
      if (batch.length >= BATCH_LINES_MAX || taken.has(memberId) || taken.has(chatMessageId)) {
        rest.push(waiting);
      } else {
        batch.push(waiting);
        taken.add(memberId).add(chatMessageId);
      }
    }
    this.#waiting.set(programLiveId, rest);
    return batch;
  }

  async #write(programLiveId: ProgramLiveId, batch: readonly QueuedLine[]): Promise<void> {
    try {
      const outcomes = await this.#options.add(
        programLiveId,
        batch.map((waiting) => waiting.line),
      );
      const added = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.added ? [outcome.message] : [],
      );
      // The senders are acknowledged before the tick that broadcasts the lines.
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index]);
      if (added.length > 0) this.#options.onAdded(programLiveId, added);
    } catch (error) {
      for (const waiting of batch) waiting.failed(error);
    }
  }
}

function settle(waiting: QueuedLine, outcome: LineOutcome | undefined): void {
  if (outcome?.ok === true) waiting.done(outcome.message);
  else waiting.failed(outcome?.refusal ?? new ApiError('chat_failed'));
}
