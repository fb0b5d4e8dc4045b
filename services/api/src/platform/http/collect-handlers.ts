import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS, type Operation } from '@sangwian/contract/contract';
import type { Endpoint } from '@sangwian/contract/endpoint';
import type { ApiModule, CallContext } from './handler.ts';
import type { Parts } from './parse-parts.ts';

/** The body of any successful response. */
export interface Answer {
  readonly data: unknown;
  readonly next_cursor?: string | null;
}

/** An endpoint with its handler, without their specific types. */
export interface Route {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly handle: (request: Parts & CallContext<Operation>) => Promise<Answer>;
}

/**
 * Returns one route for every endpoint of the contract.
 *
 * @throws {Error} if an endpoint has no handler or more than one
 */
export function collectHandlers(modules: readonly ApiModule[]): Route[] {
  const routes = new Map<Operation, Route>();
  for (const { handlers } of modules) {
    for (const [key, handler] of Object.entries(handlers ?? {})) {
      const operation = key as Operation;
      if (routes.has(operation)) throw new Error(`two modules handle ${operation}`);
      routes.set(operation, {
        operation,
        endpoint: ENDPOINTS[operation],
        // Handlers are typed by operation. From here on, only the schemas guarantee the types of a request's parts.
        handle: handler as Route['handle'],
      });
    }
  }
  const missing = Object.keys(ENDPOINTS).filter(
    (operation) => !routes.has(operation as Operation) && !isComing(operation),
  );
  if (missing.length > 0) throw new Error(`no module handles ${missing.join(', ')}`);
  return [...routes.values()];
}
