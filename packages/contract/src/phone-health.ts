/** The health of test phones: pings of handsets, and the presence of each phone. */
import { HANDSET_PING } from '@textprobe/domain/handset-paths';
import { PRESENCES } from '@textprobe/domain/phone-presence';
import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post } from './call.ts';
import { wellFormedText } from './text.ts';

const shareSchema = z.number().min(0).max(1);

/**
 * The inbox has its own parser, since other handset apps use other formats; a test checks that this schema agrees. A value
 * that cannot be read counts as absent: the ping itself is what counts.
 */
export const handsetPingBodySchema = z.looseObject({
  battery: z
    .union([z.number(), z.string()])
    .nullish()
    .catch(undefined)
    .describe('From 0 (empty) to 1 (full), or a percentage such as 87 or `87%`.'),
  charging: z
    .union([z.boolean(), z.number(), z.string()])
    .nullish()
    .catch(undefined)
    .describe('true or false, also as a text, 1 or 0.'),
  network: wellFormedText(64)
    .nullish()
    .catch(undefined)
    .describe('The connection type as the handset names it, such as `wifi` or `LTE`.'),
});

export const phoneHealthSchema = z.object({
  phoneId: z.number().int(),
  /**
   * `offline`: it pings, but not for longer than `offlineAfterSeconds`. `unknown`: it does not ping regularly, so its silence
   * means nothing, or the server has not been running long enough.
   */
  presence: z.enum(PRESENCES),
  /** Its last ping or reception, by our clock. */
  lastHeardAt: z.string(),
  lastPingAt: z.string().nullable(),
  /** From the last ping: 0 to 1. */
  battery: shareSchema.nullable(),
  charging: z.boolean().nullable(),
  network: z.string().nullable(),
  /** The inbox that received the last sign of life. */
  source: z.string(),
});
export type PhoneHealth = z.infer<typeof phoneHealthSchema>;

/** Phones without any sign of life are left out. */
const phonesHealthSchema = z.object({
  /** How long after its last sign of life a phone that pings counts as offline. */
  offlineAfterSeconds: z.number(),
  phones: z.array(phoneHealthSchema),
});
export type PhonesHealth = z.infer<typeof phonesHealthSchema>;

export const phoneHealthCalls = {
  handsetPing: post(HANDSET_PING, {
    audit: { none: 'A handset says that it is alive.' },
    roles: OPERATORS,
    access: 'handset',
    status: 204,
  }),
  phonesHealth: get('/api/directory/phones/health', {
    roles: ALL_ROLES,
    answer: phonesHealthSchema,
  }),
};
