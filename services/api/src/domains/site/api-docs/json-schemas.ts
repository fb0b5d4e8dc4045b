import * as endpointModule from '@sangwian/contract/endpoint';
import * as live from '@sangwian/contract/endpoints/live';
import * as member from '@sangwian/contract/endpoints/member';
import * as watch from '@sangwian/contract/endpoints/watch';
import * as ids from '@sangwian/contract/ids';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const SOURCES: readonly object[] = [ids, endpointModule, live, member, watch];
const LOCAL = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/** Every schema that the contract exports under a name of its own has that name in the document too. */
function nameSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const source of SOURCES) {
    for (const [name, value] of Object.entries(source)) {
      if (value instanceof z.ZodType && /^[A-Z]/.test(name)) registry.add(value, { id: name });
    }
  }
  return registry;
}

const moveReference = (key: string, value: unknown): unknown =>
  key === '$ref' && typeof value === 'string' ? value.replace(LOCAL, COMPONENT) : value;

/** Turns zod schemas into JSON Schema, and keeps the named ones of all of them. */
export class JsonSchemas {
  readonly #registry = nameSchemas();
  readonly #components = new Map<string, JsonSchema>();

  /** `input`: what a caller sends; `output`: what it gets, which may have more fields one day. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io,
      metadata: this.#registry,
      override: ({ jsonSchema }) => {
        // The format says it; its pattern is hundreds of characters.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (io === 'output') delete jsonSchema.additionalProperties;
      },
    });
    const {
      $schema: _,
      $defs,
      ...rest
    } = JSON.parse(JSON.stringify(made, moveReference)) as {
      $schema?: string;
      $defs?: Record<string, JsonSchema>;
    };
    for (const [name, { id: __, ...definition }] of Object.entries($defs ?? {})) {
      this.#components.set(name, definition);
    }
    return rest;
  }

  /** All that `of` has named so far, by name. */
  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
