import { z } from 'zod';
import { MediaAnswer } from '../health/media-gaps.ts';

/** Figures of a period of thirty seconds. */
const NodeFigures = z.object({
  calls_per_s: z.number(),
  /** `null` without calls. */
  p95_ms: z.number().nullable(),
  errors_per_s: z.number(),
  event_loop_p99_ms: z.number(),
});
export type NodeFigures = z.infer<typeof NodeFigures>;

/** The report of a node about itself. Nodes of another release may omit fields. */
export const NodeReport = z.object({
  /** The clock of the node minus the clock of the database. */
  clock_ahead_ms: z.number().nullable().catch(null),
  memory_bytes: z.number().catch(0),
  disk_free_bytes: z.number().nullable().catch(null),
  /** With less free space, the node is not ready. */
  disk_needed_bytes: z.number().catch(0),
  /** Number of sockets by namespace. */
  sockets: z.record(z.string(), z.number()).catch({}),
  bus_hearing: z.boolean().catch(true),
  /** Fingerprint of the secrets, with which nodes detect different secrets; `null` for a node of an earlier release. */
  secrets_mark: z.string().nullable().catch(null),
  /** `null` in the first thirty seconds of the node. */
  figures: NodeFigures.nullable().catch(null),
  /** Names of the gaps in `/health/ready`. */
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
  /** Whether this node has a media process. Its response is `media`, which is `null` if it did not respond. */
  has_media: z.boolean().catch(false),
  media: MediaAnswer.nullable().catch(null),
});
export type NodeReport = z.infer<typeof NodeReport>;
