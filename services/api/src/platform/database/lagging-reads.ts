import type { Kysely } from 'kysely';
import type { Database } from '../../schema/database.ts';
import type { Handlers } from '../http/handler.ts';

/** Reads whose results may be some seconds old, such as the programme and the fighters. */
export interface LaggingReads {
  /** The database that receives the writes. */
  readonly primary: Kysely<Database>;
  /** Runs a read on the read replica while it follows the primary, otherwise on the primary. `read` may run twice. */
  run<Result>(read: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
}

/** Returns the reads of an installation without a read replica. */
export const primaryReads = (primary: Kysely<Database>): LaggingReads => ({
  primary,
  run: (read) => read(primary),
});

/** Returns the handlers of `createHandlers`. Each handler chooses the replica or the primary for each call. */
export function serveLagging(
  reads: LaggingReads,
  createHandlers: (db: Kysely<Database>) => Handlers,
): Handlers {
  const made = new Map<Kysely<Database>, Handlers>();
  const handlersOn = (db: Kysely<Database>): Handlers => {
    const handlers = made.get(db) ?? createHandlers(db);
    made.set(db, handlers);
    return handlers;
  };
  type Answer = (request: unknown) => Promise<unknown>;
  const entries = Object.keys(handlersOn(reads.primary)).map((operation) => {
    const answer: Answer = (request) =>
      reads.run((db) => (handlersOn(db) as Record<string, Answer>)[operation]?.(request) as never);
    return [operation, answer];
  });
  return Object.fromEntries(entries) as Handlers;
}
