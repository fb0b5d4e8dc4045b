import type { Language } from '@sangwian/i18n/language';
import { localeOf } from '@sangwian/i18n/language';
import { hashText } from '@sangwian/ui/art/random';

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const CARD = new RegExp(
  `^/share/(?:(live|fighter)/${ID}|(bout)/${ID}/${ID}|(program)/${ID})/(th|en)\\.png$`,
);

export type ShareSubject =
  | { readonly kind: 'live' | 'fighter' | 'program'; readonly id: string }
  | { readonly kind: 'bout'; readonly id: string; readonly matchId: string };

/** Parses a path below `/share/`. Returns `null` if it is not the path of a share image. */
export function readSharePath(
  path: string,
): { readonly subject: ShareSubject; readonly language: Language } | null {
  const parts = CARD.exec(path);
  if (parts === null) return null;
  const [, single, singleId, , boutId, matchId, , programId, locale] = parts;
  const language: Language = locale === 'th' ? 'TH' : 'EN';
  if (boutId !== undefined && matchId !== undefined) {
    return { subject: { kind: 'bout', id: boutId, matchId }, language };
  }
  if (programId !== undefined) return { subject: { kind: 'program', id: programId }, language };
  if (singleId === undefined) return null;
  return { subject: { kind: single === 'live' ? 'live' : 'fighter', id: singleId }, language };
}

/**
 * Returns the URL of a share image. Chat apps cache images by URL. The URL therefore contains a hash of the content, so
 * that a new share shows the new image.
 */
export function sharePath(subject: ShareSubject, language: Language, content: unknown): string {
  const id = subject.kind === 'bout' ? `${subject.id}/${subject.matchId}` : subject.id;
  const version = hashText(JSON.stringify(content)).toString(36);
  return `/share/${subject.kind}/${id}/${localeOf(language)}.png?v=${version}`;
}
