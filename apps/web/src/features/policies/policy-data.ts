import type { Language } from '@sangwian/i18n/language';
import type { LoaderFunctionArgs } from 'react-router';
import type { PolicyText } from '../../../build/policy-texts.ts';
import { languageContext } from '../../shared/language/language-context.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';

/** The chunks of a policy's text, one per language. */
export type PolicyTexts = Record<Language, () => Promise<{ text: PolicyText }>>;

export interface PolicyData {
  readonly language: Language;
  readonly text: PolicyText;
}

/** Loads a policy in a language. Rejects if its chunk cannot be fetched. */
export async function readPolicy(texts: PolicyTexts, language: Language): Promise<PolicyData> {
  const { text } = await texts[language]();
  return { language, text };
}

/** Returns the loader of a policy page. */
export const policyLoader =
  (texts: PolicyTexts) =>
  ({ context }: LoaderFunctionArgs): Promise<PolicyData> =>
    readPolicy(texts, context.get(languageContext));

export const policyMeta = ({ data }: PageMetaArgs<PolicyData>): PageMeta =>
  data === undefined ? {} : { title: data.text.title, description: data.text.summary };
