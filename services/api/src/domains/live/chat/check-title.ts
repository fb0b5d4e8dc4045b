import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import { cleanChatText, countGraphemes } from './chat-rules.ts';
import { hasLink } from './link-rules.ts';
import type { WordHit } from './word-rules.ts';

/** The limits and error codes of a short public text to which the chat's rules apply. */
export interface TitleRules {
  readonly charsMax: number;
  readonly unitsMax: number;
  readonly invalid: ErrorCode;
  readonly link: ErrorCode;
  readonly word: ErrorCode;
}

export interface CheckedTitle {
  readonly text: string;
  /** The watched word, for which a moderator must review the text; `null` if there is none. */
  readonly watchedWord: string | null;
}

/**
 * Checks a short public text against the rules of the chat: length, links and words.
 *
 * @throws {ApiError} the errors of the rules
 */
export async function checkTitle(
  raw: string,
  rules: TitleRules,
  findWord: (text: string) => Promise<WordHit | null>,
): Promise<CheckedTitle> {
  if (raw.length > rules.unitsMax) throw new ApiError(rules.invalid);
  const text = cleanChatText(raw);
  if (text === '' || text.length > rules.unitsMax || countGraphemes(text) > rules.charsMax) {
    throw new ApiError(rules.invalid);
  }
  if (hasLink(text)) throw new ApiError(rules.link);
  const hit = await findWord(text);
  if (hit?.kind === 'banned') throw new ApiError(rules.word);
  return { text, watchedWord: hit?.word ?? null };
}
