/** Partners, clients, offices and test phones as the calls answer them (DATA-4: the one canonical shape). */
import { z } from 'zod';
import { idSchema, queryId, queryIdSchema } from './text.ts';

export const partnerSchema = z.object({ id: z.number().int(), name: z.string() });
export type Partner = z.infer<typeof partnerSchema>;

export const clientSchema = z.object({ id: z.number().int(), name: z.string(), partnerId: z.number().int() });
export type Client = z.infer<typeof clientSchema>;

/** The manager's names fill placeholders, so the preview needs them. */
export const officeSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  clientId: z.number().int(),
  officePhoneNumber: z.string(),
  managerFirstName: z.string(),
  managerLastName: z.string(),
});
export type Office = z.infer<typeof officeSchema>;

export const testPhoneSchema = z.object({
  phoneID: z.number().int(),
  name: z.string(),
  phoneNumber: z.string(),
  carrier: z.string(),
});
export type TestPhone = z.infer<typeof testPhoneSchema>;

/** Everything that ids are turned into names by, each row with its parent's id. Who manages an office is not among it. */
export const wholeDirectorySchema = z.object({
  partners: z.array(partnerSchema),
  clients: z.array(clientSchema),
  offices: z.array(officeSchema.omit({ managerFirstName: true, managerLastName: true })),
  testPhones: z.array(testPhoneSchema),
});
export type WholeDirectory = z.infer<typeof wholeDirectorySchema>;

/** CALL-2, CALL-3: the texts are the specification's. */
export const clientsQuerySchema = z.strictObject({
  partnerId: queryId('partnerId is required to fetch clients'),
});
export const officesQuerySchema = z.strictObject({
  clientId: queryId('clientId is required to fetch offices'),
});

export const handsetKeyBodySchema = z.strictObject({ phoneID: idSchema });
/** The key is shown this once and kept only as a hash. */
export const handsetKeyAnswerSchema = z.object({ id: z.number().int(), key: z.string() });
/** A key as it is listed: what tells it from others, never the key itself. */
export const handsetKeySchema = z.object({
  id: z.number().int(),
  phoneID: z.number().int(),
  label: z.string(),
  madeBy: z.string().nullable().describe('The name of the account; null where it is not known.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('Up to a minute old.'),
  revokedAt: z.string().nullable(),
});
export type HandsetKey = z.infer<typeof handsetKeySchema>;
export const handsetKeysQuerySchema = z.strictObject({
  phoneID: queryId('phoneID is required to list its keys'),
});
export const handsetKeyQuerySchema = z.strictObject({ id: queryIdSchema });
