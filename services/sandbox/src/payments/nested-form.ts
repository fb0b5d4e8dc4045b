/** Fields of a form or a query whose names may be nested, as in `source[type]`. */
export type NestedFields = { [name: string]: string | NestedFields };

const FIELDS_MAX = 200;
const DEPTH_MAX = 4;

/** `a[b][c]` as its parts; `null` for what is no such name. */
function partsOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) return null;
  const [, first = '', rest = ''] = match;
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
}

/** Reads `a=1&b[c]=2` as `{ a: '1', b: { c: '2' } }`. The objects have no prototype, so no name can reach one. */
export function parseNestedForm(text: string): NestedFields {
  const fields: NestedFields = Object.create(null);
  for (const [name, value] of [...new URLSearchParams(text)].slice(0, FIELDS_MAX)) {
    const parts = partsOf(name);
    const last = parts?.pop();
    if (parts === null || last === undefined || parts.length >= DEPTH_MAX) continue;
    let into = fields;
    for (const part of parts) {
      const inner = into[part];
      const next: NestedFields = typeof inner === 'object' ? inner : Object.create(null);
      into[part] = next;
      into = next;
    }
    into[last] = value;
  }
  return fields;
}
