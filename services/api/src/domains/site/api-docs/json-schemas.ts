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

/** Creates a registry that names every exported schema of the contract. */
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

/** Converts zod schemas to JSON Schema and collects the schemas that have a name. */
export class JsonSchemas {
  readonly #registry = nameSchemas();
  readonly #components = new Map<string, JsonSchema>();

  /**
   * Converts the schema of a request (`input`) or a response (`output`). Responses allow unknown fields, since later
   * versions may add fields.
   */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io,
      metadata: this.#registry,
      override: ({ jsonSchema }) => {
        // Drops the pattern of a format, which has hundreds of characters. The name of the format is enough.
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

  /** The named schemas that `of` has converted so far. */
  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
