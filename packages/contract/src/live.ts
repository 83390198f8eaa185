/** Server-sent events of GET /api/live: which tests have changed since the last word (design section 6). */
import { z } from 'zod';

/** `many`: more changed than is worth naming, or the link was gone for a while; refetch what is shown. */
export const liveEventSchema = z.union([
  z.object({ testIds: z.array(z.number().int()) }),
  z.object({ many: z.literal(true) }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
/** The event's name in the stream. */
export const LIVE_EVENT = 'tests';
