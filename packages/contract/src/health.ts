/** What the probes of a load balancer are answered (CALL-25). */
import { z } from 'zod';

export const aliveSchema = z.object({ alive: z.literal(true) });
export const readinessSchema = z.object({
  ready: z.boolean(),
  /** A sentence for whoever looks after the machine; given when not ready. */
  reason: z.string().optional(),
});
