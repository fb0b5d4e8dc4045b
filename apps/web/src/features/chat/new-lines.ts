import type { ChatLine } from './chat-line.ts';

export interface NewLines {
  readonly count: number;
  readonly last: { readonly name: string; readonly text: string };
}

type MessageLine = Extract<ChatLine, { kind: 'message' }>;

const isOthersMessage =
  (ownId: string | null) =>
  (line: ChatLine): line is MessageLine =>
    line.kind === 'message' && !line.message.removed && line.message.member_id !== ownId;

/** Summarises the messages of other members after `seq`; `null` if there are none. */
export function newLinesSince(
  lines: readonly ChatLine[],
  seq: number,
  ownId: string | null,
): NewLines | null {
  const fresh = lines.filter(isOthersMessage(ownId)).filter(({ message }) => message.seq > seq);
  const last = fresh.at(-1)?.message;
  if (last === undefined) return null;
  return { count: fresh.length, last: { name: last.member_name, text: last.text } };
}

/** Returns the `seq` of the newest message; 0 if there is none. */
export const newestSeq = (lines: readonly ChatLine[]): number =>
  lines.findLast((line): line is MessageLine => line.kind === 'message')?.message.seq ?? 0;
