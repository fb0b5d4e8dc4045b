import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file is compacted after this many changes. */
const CHANGES_MAX = 20_000;

/** Items of one kind by id, in insertion order. */
export interface Shelf<Item> {
  get(id: string): Item | undefined;
  /** The oldest first. */
  list(): Item[];
  /** Stores the item durably. The oldest item beyond the limit is dropped. */
  put(id: string, item: Item): void;
  remove(id: string): void;
}

interface Change {
  readonly shelf: string;
  readonly id: string;
  /** Absent if the item was removed. */
  readonly item?: unknown;
}

/**
 * The providers' state. Each change is appended to a file before the response is sent, so that accepted charges survive
 * a kill.
 */
export class Book {
  readonly #file: string;
  readonly #shelves = new Map<string, Map<string, unknown>>();
  #changes = 0;

  /** Opens or creates the file. A truncated last line is ignored. */
  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    for (const change of readChanges(file)) this.#apply(change);
    this.#rewrite();
  }

  /** @param itemsMax limit, beyond which the oldest item is dropped */
  shelf<Item>(name: string, itemsMax: number): Shelf<Item> {
    const items = this.#itemsOf(name) as Map<string, Item>;
    const remove = (id: string): void => this.#write({ shelf: name, id });
    return {
      get: (id) => items.get(id),
      list: () => [...items.values()],
      put: (id, item) => {
        this.#write({ shelf: name, id, item });
        for (const oldest of items.keys()) {
          if (items.size <= itemsMax) break;
          remove(oldest);
        }
      },
      remove,
    };
  }

  #itemsOf(name: string): Map<string, unknown> {
    const known = this.#shelves.get(name) ?? new Map<string, unknown>();
    this.#shelves.set(name, known);
    return known;
  }

  #apply({ shelf, id, item }: Change): void {
    const items = this.#itemsOf(shelf);
    if (item === undefined) items.delete(id);
    else items.set(id, item);
  }

  #write(change: Change): void {
    appendFileSync(this.#file, `${JSON.stringify(change)}\n`, { mode: 0o600 });
    this.#apply(change);
    this.#changes += 1;
    if (this.#changes > CHANGES_MAX) this.#rewrite();
  }

  /** Compacts the file to the current items. */
  #rewrite(): void {
    const lines = [...this.#shelves].flatMap(([shelf, items]) =>
      [...items].map(([id, item]) => `${JSON.stringify({ shelf, id, item })}\n`),
    );
    writeFileSync(`${this.#file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
    this.#changes = 0;
  }
}

function readChanges(file: string): Change[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Change];
    } catch {
      return [];
    }
  });
}
