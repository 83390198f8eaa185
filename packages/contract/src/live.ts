/** Server-sent events of GET /api/live: which tests have changed since the last word (design section 6). */
import { z } from 'zod';

/** `many`: more changed than is worth naming, or the link was gone for a while; refetch what is shown. */
const liveEventSchema = z.union([
  z.object({ testIds: z.array(z.number().int()) }),
  z.object({ many: z.literal(true) }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
/** The event's name in the stream. */
export const LIVE_EVENT = 'tests';

/** The last event of a stream that the server ends. After `draining` the browser may connect again, to another process. */
export const LIVE_END_EVENT = 'end';
const liveEndSchema = z.object({ reason: z.enum(['logged-out', 'expired', 'draining']) });
export type LiveEnd = z.infer<typeof liveEndSchema>;
