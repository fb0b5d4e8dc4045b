import { z } from 'zod';
import { MediaAnswer } from '../health/media-gaps.ts';

/** Figures of thirty seconds. */
const NodeFigures = z.object({
  calls_per_s: z.number(),
  /** `null` without calls. */
  p95_ms: z.number().nullable(),
  errors_per_s: z.number(),
  event_loop_p99_ms: z.number(),
});
export type NodeFigures = z.infer<typeof NodeFigures>;

/** What a node says about itself. Nodes of another release may leave fields out. */
export const NodeReport = z.object({
  /** The clock of the node minus the clock of the database. */
  clock_ahead_ms: z.number().nullable().catch(null),
  memory_bytes: z.number().catch(0),
  disk_free_bytes: z.number().nullable().catch(null),
  /** Below this the node is not ready. */
  disk_needed_bytes: z.number().catch(0),
  /** By namespace. */
  sockets: z.record(z.string(), z.number()).catch({}),
  bus_hearing: z.boolean().catch(true),
  /** A mark of its secrets, by which nodes notice different ones; `null`: an earlier release. */
  secrets_mark: z.string().nullable().catch(null),
  /** `null` before the first thirty seconds are over. */
  figures: NodeFigures.nullable().catch(null),
  /** Names of what `/health/ready` lacks. */
  missing: z.array(z.string()).catch([]),
  tasks: z
    .array(
      z.object({
        task: z.string(),
        kind: z.enum(['loop', 'job']),
        success_ms: z.number().nullable(),
        failure_ms: z.number().nullable(),
        failures: z.number(),
        error: z.string().nullable(),
      }),
    )
    .catch([]),
  /** Whether this node has a media process, and what that answered; `null`: it did not answer. */
  has_media: z.boolean().catch(false),
  media: MediaAnswer.nullable().catch(null),
});
export type NodeReport = z.infer<typeof NodeReport>;
