/** Server-sent events of GET /api/live: the tests that have changed. */
import { z } from 'zod';

/** `many`: too many changes to list, or the connection was interrupted; refetch everything shown. */
const liveEventSchema = z.union([
  z.object({ testIds: z.array(z.number().int()) }),
  z.object({ many: z.literal(true) }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
/** The event name. */
export const LIVE_EVENT = 'tests';

/** The last event of a stream that the server ends. After `draining` the browser may reconnect, to another process. */
export const LIVE_END_EVENT = 'end';
const liveEndSchema = z.object({ reason: z.enum(['logged-out', 'expired', 'draining']) });
export type LiveEnd = z.infer<typeof liveEndSchema>;
