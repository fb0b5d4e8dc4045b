import { isObjectKey, type StoredObject } from './object-store.ts';

const OBJECT = /<Contents>([\s\S]*?)<\/Contents>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Returns the text of the first XML element with this name; `null` without one. The element must not have child
 * elements.
 */
export function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(\w+);/g, (entity, known: string) => ENTITIES[known] ?? entity) ?? null;
}

/**
 * Parses a response of ListObjects. Objects with foreign keys are ignored, so that a bucket can contain other files.
 *
 * @returns the objects, and the last key if there is another page, otherwise `null`
 */
export function readPage(xml: string, prefix: string) {
  const objects: StoredObject[] = [];
  let last: string | null = null;
  for (const [, content = ''] of xml.matchAll(OBJECT)) {
    last = elementOf(content, 'Key') ?? '';
    const key = last.slice(prefix.length);
    if (isObjectKey(key)) objects.push({ key, bytes: Number(elementOf(content, 'Size')) });
  }
  return { objects, next: elementOf(xml, 'IsTruncated') === 'true' ? last : null };
}
