import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { memberEndpoints } from './endpoints/member.ts';
import { watchEndpoints } from './endpoints/watch.ts';

/** The one table: routing, validation, the typed client and the OpenAPI document all come from it. */
export const ENDPOINTS = { ...memberEndpoints, ...liveEndpoints, ...watchEndpoints };

export type Endpoints = typeof ENDPOINTS;
export type Operation = keyof Endpoints;

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<Op extends Operation, Name extends keyof Endpoint> = Name extends keyof Endpoints[Op]
  ? Endpoints[Op][Name]
  : undefined;

/** What a caller passes. A part that the endpoint does not declare is not there. */
export type RequestOf<Op extends Operation> = {
  [Name in 'params' | 'query' | 'body' as Part<Op, Name> extends z.ZodType ? Name : never]: Input<
    Part<Op, Name>
  >;
};

/** What a handler gets, validated. */
export type ParsedOf<Op extends Operation> = {
  [Name in 'params' | 'query' | 'body' as Part<Op, Name> extends z.ZodType ? Name : never]: Output<
    Part<Op, Name>
  >;
};

/** The success body: `{ data }`, of a list with `next_cursor`. */
export type ResponseOf<Op extends Operation> =
  Part<Op, 'list'> extends true
    ? { data: Output<Part<Op, 'data'>>[]; next_cursor: string | null }
    : { data: Output<Part<Op, 'data'>> };
