import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { LineOutcome } from './add-chat-lines.ts';
import type { NewLine } from './chat.store.ts';

/** Lines of one transaction. */
const BATCH_LINES_MAX = 200;
/** Lines of one live that may wait on this node; beyond it the database is too slow for the crowd. */
const WAITING_LINES_MAX = 2_000;

interface Waiting {
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
 * Gathers the lines of a live while the transaction before is under way, and adds them in the next one: a crowd's lines
 * cost a commit together, and a lone line waits for nobody.
 */
export class ChatBatcher {
  readonly #options: BatcherOptions;
  readonly #waiting = new Map<ProgramLiveId, Waiting[]>();
  readonly #busy = new Set<ProgramLiveId>();

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  /** The line as it stands in the chat. Rejects with the `ApiError` that its sender is to see. */
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

  /** Takes what may stand in one transaction: a member or an id that comes twice waits for the next. */
  #next(programLiveId: ProgramLiveId): Waiting[] {
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
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

  async #write(programLiveId: ProgramLiveId, batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#options.add(
        programLiveId,
        batch.map((waiting) => waiting.line),
      );
      const added = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.added ? [outcome.message] : [],
      );
      // Acknowledgements come before the tick that shows the line to everybody.
      for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index]);
      if (added.length > 0) this.#options.onAdded(programLiveId, added);
    } catch (error) {
      for (const waiting of batch) waiting.failed(error);
    }
  }
}

function settle(waiting: Waiting, outcome: LineOutcome | undefined): void {
  if (outcome?.ok === true) waiting.done(outcome.message);
  else waiting.failed(outcome?.refusal ?? new ApiError('chat_failed'));
}
