import type { Plugin } from 'vite';
import type { Cut, Trimmed } from './unused-parts.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const LOGGING = /^(this\.)?(hls\.)?(logger\.)?(trace|debug|log|info|warn)\(/;

/** The statements that do nothing but tell a logger something. */
function* loggingStatements(node: Node, code: string): Generator<Node> {
  if (node.type === 'ExpressionStatement' && LOGGING.test(code.slice(node.start, node.end))) {
    yield node;
    return;
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* loggingStatements(child, code);
    }
  }
}

/** The code with an empty statement for each that logs. */
export function silence(code: string, program: Node): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of loggingStatements(program, code)) {
    kept.push(code.slice(from, start));
    from = end;
  }
  return [...kept, code.slice(from)].join(';');
}

/**
 * @throws {Error} where a place is not there once: a release of the library has changed it, so look at it again
 */
export function cut(code: string, { what, found, put }: Cut): string {
  const pieces = code.split(found);
  if (pieces.length === 2) return pieces.join(put);
  throw new Error(`The library has ${pieces.length - 1} places instead of one for: ${what}`);
}

/**
 * Takes out of libraries where they wire in what this site never uses: nothing refers to it then, and the bundler
 * leaves it out. What is named has to be there, so that a new release of a library cannot pass unlooked at.
 */
export function trimLibraries(libraries: readonly Trimmed[]): Plugin {
  const seen = new Set<Trimmed>();
  return {
    name: 'trim-libraries',
    transform: {
      filter: { id: libraries.map(({ module }) => module) },
      handler(source, id) {
        const library = libraries.find(({ module }) => module.test(id));
        if (!library) return null;
        seen.add(library);
        const code = library.cuts.reduce(cut, source);
        return {
          code: library.silent ? silence(code, this.parse(code)) : code,
          map: null,
          ...(library.pure ? { moduleSideEffects: false } : {}),
        };
      },
    },
    buildEnd(error) {
      // The server's bundle takes the libraries in their form for Node.
      if (error || this.environment.name !== 'client') return;
      const missed = libraries.filter((library) => !seen.has(library));
      if (missed.length > 0) throw new Error(`No module is ${missed[0]?.module}`);
    },
  };
}
