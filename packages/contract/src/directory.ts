/** Partners, clients, offices and test phones as the calls answer them (DATA-4: the one canonical shape). */
import { z } from 'zod';
import { get, TESTS } from './call.ts';
import { queryId } from './text.ts';

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
const wholeDirectorySchema = z.object({
  partners: z.array(partnerSchema),
  clients: z.array(clientSchema),
  offices: z.array(officeSchema.omit({ managerFirstName: true, managerLastName: true })),
  testPhones: z.array(testPhoneSchema),
});
export type WholeDirectory = z.infer<typeof wholeDirectorySchema>;

/** CALL-2, CALL-3: the texts are the specification's. */
const clientsQuerySchema = z.strictObject({
  partnerId: queryId('partnerId is required to fetch clients'),
});
const officesQuerySchema = z.strictObject({
  clientId: queryId('clientId is required to fetch offices'),
});

export const directoryCalls = {
  partners: get(`${TESTS}/partners`, { answer: z.array(partnerSchema) }),
  clients: get(`${TESTS}/clients`, { query: clientsQuerySchema, answer: z.array(clientSchema) }),
  offices: get(`${TESTS}/offices`, { query: officesQuerySchema, answer: z.array(officeSchema) }),
  testPhones: get(`${TESTS}/deliverabilitytestphones`, { answer: z.array(testPhoneSchema) }),
  wholeDirectory: get(`${TESTS}/directory`, { answer: wholeDirectorySchema }),
};
