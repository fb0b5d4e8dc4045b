import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** How a statement says its name; a name is letters and spaces. */
const NAMED = /^\s*\/\* prepared: ([a-z ]+) \*\//;

/**
 * Begins a statement that PostgreSQL parses and plans once a connection and not with every call: for those that are
 * called often and whose planning costs more than what they do. Values alone may differ from call to call, never the
 * text: the driver refuses another one of the same name.
 *
 * @param name its own in the whole process: lower-case letters and spaces
 * @example sql`${prepared('own places')} select … where member_id = ${memberId}`
 */
export function prepared(name: string): RawBuilder<unknown> {
  const mark = `/* prepared: ${name} */`;
  if (!NAMED.test(mark)) throw new TypeError(`${name} is no name of a statement`);
  return sql.raw(mark);
}

type Query = pg.Client['query'];
type AnyQuery = (...parts: unknown[]) => unknown;

/** The same with the names that statements say. Kysely calls `query(text, values)`; all else goes through as it is. */
function withNames(query: Query): Query {
  const call = query as AnyQuery;
  const named: AnyQuery = (text, values, ...rest) => {
    const name = typeof text === 'string' ? NAMED.exec(text)?.[1] : undefined;
    return name === undefined
      ? call(text, values, ...rest)
      : call({ name, text, values }, undefined, ...rest);
  };
  return named as Query;
}

/** What the driver says of a statement whose answer did not come in `query_timeout`. */
export const READ_TIMEOUT = 'Query read timeout';

/**
 * A connection that knows statements by the name that `prepared` gave them. One whose answer never came is cut: the
 * driver would give it to the next call, which would wait behind that answer.
 */
export class PreparingClient extends pg.Client {
  /** Is given what the server, or the driver, refuses a statement with. */
  onRefusal: ((error: unknown) => void) | null = null;
  override query: Query = this.#watchRefusals(withNames(super.query.bind(this)));

  #watchRefusals(query: Query): Query {
    const call = query as AnyQuery;
    const watching: AnyQuery = (...parts) => {
      const answer = call(...parts);
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          this.onRefusal?.(error);
          if (error instanceof Error && error.message === READ_TIMEOUT) cutConnection(this);
        });
      }
      return answer;
    };
    return watching as Query;
  }
}
