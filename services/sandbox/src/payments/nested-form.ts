/** Fields of a form or query with nested names such as `source[type]`. */
export type NestedFields = { [name: string]: string | NestedFields };

const FIELDS_MAX = 200;
const DEPTH_MAX = 4;

/** Splits `a[b][c]` into its parts; `null` for an invalid name. */
function partsOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) return null;
  const [, first = '', rest = ''] = match;
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
}

/** Parses `a=1&b[c]=2` to `{ a: '1', b: { c: '2' } }`. The objects have no prototype that a name could reach. */
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
