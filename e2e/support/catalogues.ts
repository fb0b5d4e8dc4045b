import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../../apps/web/src/locales');
const ENTRY = /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm;

/** What a fan reads for one message, in either language. */
interface Message {
  readonly EN: string;
  readonly TH: string;
}

const unquote = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/** Every message of the site, as its catalogues have it. */
export function readMessages(): Message[] {
  return readdirSync(LOCALES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)th\.po$/.test(file))
    .flatMap((file) => [...readFileSync(join(LOCALES, file), 'utf8').matchAll(ENTRY)])
    .map(([, id = '""', text = '""']) => ({ EN: unquote(id), TH: unquote(text) }));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a message can read like that: the same but for what is filled in, or as the expression says. */
export function reads(message: string, words: string | RegExp): boolean {
  const parts = message.replace(/<\/?\d+\/?>/g, '').split(/\{[^{}]*\}/);
  if (typeof words !== 'string') return words.test(parts.join('1'));
  return new RegExp(`^${parts.map(escaped).join('.+')}$`).test(words);
}
