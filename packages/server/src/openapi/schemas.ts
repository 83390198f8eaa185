/** The schemas that bear a name in the description, and how query values are shown there. */
import { userSchema } from '@textprobe/contract/accounts';
import { clientSchema, officeSchema, partnerSchema, testPhoneSchema } from '@textprobe/contract/directory';
import { messageReceivedBodySchema } from '@textprobe/contract/message-received';
import { filteredLogSchema, reportSchema, testLogSchema } from '@textprobe/contract/messages';
import { handsetPingBodySchema, phoneHealthSchema } from '@textprobe/contract/phone-health';
import { fieldErrorSchema, problemSchema } from '@textprobe/contract/problem';
import { queryFormOf } from '@textprobe/contract/query-form';
import { recurrenceRuleInputSchema, recurrenceRuleSchema, runSchema } from '@textprobe/contract/schedules';
import { createTestBodySchema, testSchema, updateTestBodySchema } from '@textprobe/contract/tests';
import { z } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

const NAMES: Readonly<Record<string, z.ZodType>> = {
  Problem: problemSchema,
  FieldError: fieldErrorSchema,
  User: userSchema,
  Partner: partnerSchema,
  Client: clientSchema,
  Office: officeSchema,
  TestPhone: testPhoneSchema,
  Test: testSchema,
  CreateTest: createTestBodySchema,
  UpdateTest: updateTestBodySchema,
  RecurrenceRule: recurrenceRuleSchema,
  Run: runSchema,
  TestLog: testLogSchema,
  FilteredLog: filteredLogSchema,
  Report: reportSchema,
  MessageReceived: messageReceivedBodySchema,
  HandsetPing: handsetPingBodySchema,
  PhoneHealth: phoneHealthSchema,
};

/** Has the schemas appear under their names wherever they are used. Idempotent. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(NAMES)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}

type Override = NonNullable<CreateDocumentOptions['override']>;

/** Where the JSON schema of a zod schema would tell less than is known, or more than is promised. */
export const adjustSchema: Override = ({ zodSchema, jsonSchema, io }) => {
  // Zod closes what it puts out; a client made from that would refuse an answer with a new field.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (!(zodSchema instanceof z.ZodType)) return;
  // Checked field by field by the domain, to name each that is wrong; the schema lets any object in.
  if (zodSchema === recurrenceRuleInputSchema)
    return replace(jsonSchema, { $ref: '#/components/schemas/RecurrenceRule' });
  const form = queryFormOf(zodSchema);
  if (form !== undefined) replace(jsonSchema, form);
};

function replace(jsonSchema: object, by: object): void {
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, by);
}
