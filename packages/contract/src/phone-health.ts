/** How the test phones are: what a handset pings with, and what is known of each phone's presence. */
import { HANDSET_PING } from '@textprobe/domain/handset-paths';
import { PRESENCES } from '@textprobe/domain/phone-presence';
import { z } from 'zod';
import { get, post, TESTS } from './call.ts';
import { wellFormedText } from './text.ts';

const shareSchema = z.number().min(0).max(1);

/** The inbox reads it by itself, as other handset apps speak other dialects; a test holds that this says the same. */
export const handsetPingBodySchema = z.looseObject({
  battery: shareSchema.nullish().describe('From 0 (empty) to 1 (full).'),
  charging: z.boolean().nullish(),
  network: wellFormedText(64)
    .nullish()
    .describe('What it is connected by, in its own words, such as `wifi` or `LTE`.'),
});

export const phoneHealthSchema = z.object({
  phoneID: z.number().int(),
  /**
   * `offline`: it pings, and nothing was heard of it for longer than `offlineAfterSeconds`. `unknown`: it does not ping regularly, so its
   * silence says nothing, or nobody has listened for long enough.
   */
  presence: z.enum(PRESENCES),
  /** Its last ping or reception, by our clock. */
  lastHeardAt: z.string(),
  lastPingAt: z.string().nullable(),
  /** As the last ping said: 0 to 1. */
  battery: shareSchema.nullable(),
  charging: z.boolean().nullable(),
  network: z.string().nullable(),
  /** The inbox that was told. */
  source: z.string(),
});
export type PhoneHealth = z.infer<typeof phoneHealthSchema>;

/** Phones that were never heard of are left out. */
const phonesHealthSchema = z.object({
  /** How long a phone that pings may be silent before it counts as offline. */
  offlineAfterSeconds: z.number(),
  testPhones: z.array(phoneHealthSchema),
});
export type PhonesHealth = z.infer<typeof phonesHealthSchema>;

export const phoneHealthCalls = {
  handsetPing: post(HANDSET_PING, { access: 'handset', status: 204 }),
  phonesHealth: get(`${TESTS}/deliverabilitytestphones/health`, { answer: phonesHealthSchema }),
};
