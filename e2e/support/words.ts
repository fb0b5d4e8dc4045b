import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { ERROR_TH } from '@sangwian/contract/errors/th';
import type { Language } from './visit.ts';

const APPS = join(import.meta.dirname, '../../apps');
const ENTRY = /^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm;
/** Lingui's placeholders: values, and elements around a part of the text. */
const PLACEHOLDER = /\{(\w+)\}|<\/?\d+\/?>/g;

/** A text of the site in both languages. */
interface Text<Words extends string | RegExp = string> {
  readonly TH: Words;
  readonly EN: Words;
}

/** The `other` form of a plural message. */
const PLURAL = /^\{\w+, plural, .*other \{(.*)\}\}$/;

const unquote = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('');

/** Maps English source texts to Thai, from all catalogues of an app. */
function readThai(app: 'web' | 'console'): ReadonlyMap<string, string> {
  const locales = join(APPS, app, 'src/locales');
  return new Map(
    readdirSync(locales, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)th\.po$/.test(file))
      .flatMap((file) => [...readFileSync(join(locales, file), 'utf8').matchAll(ENTRY)])
      .map(([, id = '""', text = '""']) => [unquote(id), unquote(text)]),
  );
}

const THAI = readThai('web');

/** @throws if the catalogues have no such message @throws if the catalogues have no such message */
function textOf(message: string, thaiOf: ReadonlyMap<string, string>): Text {
  const thai = thaiOf.get(message);
  if (thai === undefined) throw new Error(`the catalogues have no message "${message}"`);
  return { EN: message, TH: thai };
}

const mapText = <Words extends string | RegExp>(
  { EN, TH }: Text,
  map: (text: string) => Words,
): Text<Words> => ({ EN: map(EN), TH: map(TH) });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns functions that create texts from messages with placeholders, from the catalogues of one app. */
const makersOf = (thaiOf: ReadonlyMap<string, string>) => ({
  /** Returns a message with values for its placeholders. */
  filled: (message: string, values: Readonly<Record<string, string>>): Text =>
    mapText(textOf(message, thaiOf), (text) =>
      text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? ''),
    ),

  /** Returns the plural form of a message that contains a count. */
  counted: (message: string, count: string): Text =>
    mapText(textOf(message, thaiOf), (text) =>
      (PLURAL.exec(text)?.[1] ?? text).replaceAll('#', count),
    ),

  /** Joins messages and returns a pattern for their text up to the first placeholder. */
  beginning: (...messages: readonly string[]): Text<RegExp> => {
    const texts = messages.map((message) => textOf(message, thaiOf));
    const joined = {
      EN: texts.map(({ EN }) => EN).join(' '),
      TH: texts.map(({ TH }) => TH).join(' '),
    };
    return mapText(joined, (text) => new RegExp(`^${escaped(text.split(PLACEHOLDER)[0] ?? '')}`));
  },

  /** Returns a pattern for a part of a text. Each placeholder becomes a group of letters and digits. */
  part: (message: string): Text<RegExp> =>
    mapText(
      textOf(message, thaiOf),
      (text) => new RegExp(escaped(text).replace(/\\\{\w+\\\}/g, '(\\w+)')),
    ),
});

export const { filled, counted, beginning, part } = makersOf(THAI);

const THAI_OF_CONSOLE = readThai('console');

/** The same functions for texts of the operator console. */
export const inConsole = makersOf(THAI_OF_CONSOLE);

/** Returns the message that the site shows for an error code. */
export const refusal = (code: ErrorCode): Text => ({ EN: ERROR_EN[code], TH: ERROR_TH[code] });

type Texts = Readonly<Record<string, string | Text<string | RegExp>>>;
type Words<T extends Texts> = {
  readonly [Key in keyof T]: T[Key] extends Text<infer Kind> ? Kind : string;
};

/**
 * Returns texts of the pages by language. A string is a message of the site, in the English of its source.
 *
 * @throws if the site has no such message
 */
export function wordsOf<T extends Texts>(
  texts: T,
  thaiOf: ReadonlyMap<string, string> = THAI,
): Record<Language, Words<T>> {
  const both = Object.entries(texts).map(
    ([key, text]) => [key, typeof text === 'string' ? textOf(text, thaiOf) : text] as const,
  );
  const inLanguage = (language: Language): Words<T> =>
    Object.fromEntries(both.map(([key, text]) => [key, text[language]])) as Words<T>;
  return { TH: inLanguage('TH'), EN: inLanguage('EN') };
}

/** Returns texts of the operator console by language. */
export const consoleWords = <T extends Texts>(texts: T): Record<Language, Words<T>> =>
  wordsOf(texts, THAI_OF_CONSOLE);
