import type { ChatLine } from './chat-line.ts';

/** What was said since somebody was told last. */
export interface ChatNews {
  readonly count: number;
  readonly last: { readonly name: string; readonly text: string };
}

type Said = Extract<ChatLine, { kind: 'message' }>;

/** The newest line of the others; what was removed is no news. */
const isNews =
  (ownId: string | null) =>
  (line: ChatLine): line is Said =>
    line.kind === 'message' && !line.message.removed && line.message.member_id !== ownId;

/** What the others said after this `seq`; `null`: nothing. */
export function newsSince(
  lines: readonly ChatLine[],
  seq: number,
  ownId: string | null,
): ChatNews | null {
  const fresh = lines.filter(isNews(ownId)).filter(({ message }) => message.seq > seq);
  const last = fresh.at(-1)?.message;
  if (last === undefined) return null;
  return { count: fresh.length, last: { name: last.member_name, text: last.text } };
}

/** The `seq` of the newest line that the server told; 0 before the first. */
export const newestSeq = (lines: readonly ChatLine[]): number =>
  lines.findLast((line): line is Said => line.kind === 'message')?.message.seq ?? 0;
