import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** Matches the comment that names a statement at its beginning. */
const NAMED = /^\s*\/\* prepared: ([a-z ]+) \*\//;

/**
 * Returns the beginning of a named statement, which PostgreSQL parses and plans once per connection. Use it for
 * frequent statements whose planning costs more than their execution. Only the values may differ between calls: the
 * driver rejects another text with the same name.
 *
 * @param name unique in the process: lower-case letters and spaces
 * @example sql`${prepared('own places')} select … where member_id = ${memberId}`
 */
export function prepared(name: string): RawBuilder<unknown> {
  const mark = `/* prepared: ${name} */`;
  if (!NAMED.test(mark)) throw new TypeError(`${name} is not a valid statement name`);
  return sql.raw(mark);
}

type Query = pg.Client['query'];
type AnyQuery = (...parts: unknown[]) => unknown;

/** Wraps `query` to prepare named statements. Kysely calls `query(text, values)`; other calls pass through. */
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

/** The driver's message for a statement that exceeded `query_timeout`. */
export const READ_TIMEOUT = 'Query read timeout';

/**
 * A connection that prepares the statements named with `prepared`. It is cut after a query timeout: otherwise the next
 * call on it would wait for the missing response.
 */
export class PreparingClient extends pg.Client {
  /** Called with each error of the server or the driver. */
  onRefusal: ((error: unknown) => void) | null = null;
  override query: Query = this.#watchRefusals(this.nameStatements(super.query.bind(this)));

  /** Returns `query` with names for the statements to prepare. */
  protected nameStatements(query: Query): Query {
    return withNames(query);
  }

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

/** A connection through a transaction pooler: a named statement could reach a server that does not know it. */
export class UnnamedClient extends PreparingClient {
  protected override nameStatements(query: Query): Query {
    return query;
  }
}
