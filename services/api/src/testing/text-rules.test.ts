import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { pageAddressOf } from '@sangwian/contract/rules/page-address';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import { plainPath } from '@sangwian/contract/rules/plain-path';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { expect, test } from 'vitest';
import { passwordErrorOf } from '../domains/identity/members/password-errors.ts';
import { parsePhone } from '../domains/identity/members/phone-rules.ts';
import { readCode, readReference } from '../domains/identity/otp/otp-rules.ts';
import { nameOf } from '../domains/identity/partners/partner-token-rules.ts';
import { parsePin } from '../domains/identity/passwords/pin-rules.ts';
import { readDisplayName } from '../domains/identity/providers/profile-rules.ts';
import { cleanChatText } from '../domains/live/chat/chat-rules.ts';
import { hasLink } from '../domains/live/chat/link-rules.ts';
import { compileWordList, normalizeWord, wordProblem } from '../domains/live/chat/word-rules.ts';
import { isCodeText, normaliseCode } from '../domains/money/redeem/code-text.ts';
import { isSupportedBrowser } from '../domains/site/pages/browser-support.ts';
import { readCsv } from '../domains/sport/fighters/csv-rules.ts';
import { readImport } from '../domains/sport/fighters/import-rules.ts';
import { searchWords, startsOf } from '../domains/sport/fighters/search-key-rules.ts';
import { cookieLanguage } from '../platform/http/caller-cookies.ts';
import { BANNED_WORDS, INNOCENT_WORDS } from '../schema/chat-words.ts';
import { growthOf } from './growth-of.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

/** A length far above every limit, so that the time depends only on the text. */
const SIZES = { sizeMax: 16_000, sizeMin: 200 };
const GROWTH_MAX = 3;

/** Words that share letters with other words of the list, as an operator may add them. */
const findWord = compileWordList({
  banned: [...BANNED_WORDS, 'illegal*', 'lilili', 'กรรม'],
  innocent: [...INNOCENT_WORDS, 'lilil*'],
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ';

/** All functions that process text from outside, including those with a length limit. */
const RULES: Readonly<Record<string, (text: string) => unknown>> = {
  'cleans a chat line': cleanChatText,
  'finds links': hasLink,
  'finds banned words': findWord,
  'validates a banned word': (text) => wordProblem(normalizeWord(text)),
  normalises: (text) =>
    (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => normalizeText(text, form)),
  'reads a name': (text) => isPersonName(normalizePersonName(text)),
  'reads a provider’s display name': readDisplayName,
  'reads a name from a partner’s token': (text) => nameOf({ first_name: text }, 'TH'),
  'reads an e-mail address': (text) => isEmail(normalizeEmail(text)),
  'reads a phone number': parsePhone,
  'reads a one-time password': (text) => [readCode(text), readReference(text)],
  'reads a PIN': parsePin,
  'validates a password': passwordErrorOf,
  'reads a redeem code': (text) => isCodeText(normaliseCode(text)),
  'derives search words': searchWords,
  'derives search keys': (text) => startsOf([text]),
  'reads a CSV file': (text) => readImport(readCsv(text), '2026-11-22'),
  'reads a path': (text) => [plainPath(text), plainPath(`/${text}`)],
  'reads a return path': isSitePath,
  'reads a user agent': (text) =>
    [text, `Mozilla/${text}`, `${BROWSER}${text}`].map((userAgent) =>
      isSupportedBrowser({ userAgent, brands: '', mobileHint: null }),
    ),
  'reads a browser’s brands': (text) =>
    [text, `"${text}`, `"Chromium";v="1", ${text}`].map((brands) =>
      isSupportedBrowser({ userAgent: BROWSER, brands, mobileHint: null }),
    ),
  'reads the address of a page': (text) => [pageAddressOf(text), pageAddressOf(`/?q=${text}`)],
  'reads a cookie': cookieLanguage,
};

test.each(Object.entries(RULES))(
  '%s in time that grows linearly with the length of the text',
  (_name, rule) => {
    const grown: Record<string, number> = {};
    for (const [kind, make] of Object.entries(HOSTILE_TEXTS)) {
      const work = (units: number) => {
        const text = make(units);
        return () => rule(text);
      };
      const growth = growthOf(work, { ...SIZES, enough: GROWTH_MAX });
      if (growth > GROWTH_MAX) grown[kind] = growth;
    }
    expect(grown).toEqual({});
  },
);
