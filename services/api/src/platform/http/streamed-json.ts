import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items written per turn of the event loop, which take a few milliseconds. */
const SLICE_ITEMS_MAX = 200;

/** A text that is generated in pieces and sent as one JSON string. */
export class StreamedText {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Rows that are read in pages and sent as one JSON array. */
export class StreamedRows {
  readonly pages: AsyncIterable<readonly unknown[]>;

  constructor(pages: AsyncIterable<readonly unknown[]>) {
    this.pages = pages;
  }
}

/** Data of a long response, which is generated while it is sent, with backpressure. */
export class StreamedData {
  readonly value: unknown;

  /** @param value may contain `StreamedText` and `StreamedRows` at any depth */
  constructor(value: unknown) {
    this.value = value;
  }
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Returns the JSON of array items without the enclosing brackets. `undefined` becomes `null`, as in `JSON.stringify`.
 */
const writeItems = (items: readonly unknown[]): string => JSON.stringify(items).slice(1, -1);

async function* writePages(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let isFirst = true;
  yield '[';
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += SLICE_ITEMS_MAX) {
      yield `${isFirst ? '' : ','}${writeItems(page.slice(from, from + SLICE_ITEMS_MAX))}`;
      isFirst = false;
      await nextTurn();
    }
  }
  yield ']';
}

async function* onePage(items: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield items;
}

/** Writes a value as JSON, in pieces that each take a few milliseconds. */
export async function* writeJson(value: unknown): AsyncGenerator<string> {
  if (value instanceof StreamedText) {
    yield '"';
    for await (const piece of value.pieces) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  } else if (value instanceof StreamedRows) {
    yield* writePages(value.pages);
  } else if (Array.isArray(value)) {
    yield* writePages(onePage(value));
  } else if (isPlainObject(value)) {
    let begin = '{';
    for (const [name, part] of Object.entries(value)) {
      if (part === undefined) continue;
      yield `${begin}${JSON.stringify(name)}:`;
      yield* writeJson(part);
      begin = ',';
    }
    yield begin === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value);
  }
}
