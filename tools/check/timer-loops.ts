import { parseSync } from '@swc/core';

/** An untyped node of the syntax tree. This check reads only the names in a few node types. */
interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const child = (node: Node, key: string): Node | undefined => {
  const value = node[key];
  return isNode(value) ? value : undefined;
};

/** Returns the last name of a reference: `poll` for `poll`, `this.poll` and `this.#poll`. */
function nameOf(node: Node | undefined): string | null {
  if (node === undefined) return null;
  if (node.type === 'MemberExpression') return nameOf(child(node, 'property'));
  return typeof node.value === 'string' ? node.value : null;
}

/** The field that contains the name, by node type. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'identifier',
  VariableDeclarator: 'id',
  ClassMethod: 'key',
  PrivateMethod: 'key',
  ClassProperty: 'key',
  PrivateProperty: 'key',
  MethodProperty: 'key',
};

/** Returns the names that a timer's callback calls: the callback itself, or the calls in its body. */
function calledBy(callback: Node): string[] {
  const direct = nameOf(callback);
  if (direct !== null) return [direct];
  const names: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') names.push(nameOf(child(node, 'callee')) ?? '');
    for (const value of Object.values(node)) if (isNode(value)) visit(value);
  };
  visit(callback);
  return names;
}

/** Returns the first repeating timer of a file: a `setInterval`, or a function that schedules itself. */
export function findTimerLoop(text: string): string | null {
  if (!/\bset(Interval|Timeout)\b/.test(text)) return null;
  const found: string[] = [];
  const visit = (node: Node, around: readonly string[]): void => {
    if (node.type === 'CallExpression') {
      const callee = nameOf(child(node, 'callee'));
      const [first] = node.arguments as readonly Node[];
      const callback = first && child(first, 'expression');
      if (callee === 'setInterval') found.push(callee);
      if (callee === 'setTimeout' && callback !== undefined) {
        const again = calledBy(callback).find((name) => around.includes(name));
        if (again !== undefined) found.push(`setTimeout(${again})`);
      }
    }
    const name = nameOf(child(node, NAME_FIELDS[node.type ?? ''] ?? ''));
    const inner = name === null ? around : [...around, name];
    for (const value of Object.values(node)) if (isNode(value)) visit(value, inner);
  };
  visit({ ...parseSync(text, { syntax: 'typescript', target: 'es2022' }) }, []);
  return found[0] ?? null;
}
