/** The first steps in an empty product: what is there already, and the first office (DIR-4). */

import { ADMINISTRATORS, OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post } from './call.ts';
import { namedSchema } from './directory.ts';
import { nameSchema, officeEntrySchema, phoneNumberSchema } from './directory-entries.ts';

const firstStepsSchema = z.object({
  office: namedSchema.nullable().describe('The first that can be chosen; null: none.'),
  phone: namedSchema
    .extend({ evidence: z.enum(['handset', 'receipt']) })
    .nullable()
    .describe('The first that can be chosen; null: none.'),
  gateway: namedSchema.nullable().describe('One that is a default or that an office uses; null: none.'),
  hasTest: z.boolean().describe('Whether there is one that was not sent to pair a phone.'),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

const firstOfficeBodySchema = z.strictObject({
  partner: nameSchema.describe('Created unless there is one of this name.'),
  client: nameSchema.describe('Created unless the partner has one of this name.'),
  office: nameSchema,
  phoneNumber: phoneNumberSchema,
});
export type FirstOfficeBody = z.input<typeof firstOfficeBodySchema>;

const FIRST_STEPS = '/api/first-steps';

export const firstStepsCalls = {
  firstSteps: get(FIRST_STEPS, { roles: OPERATORS, answer: firstStepsSchema }),
  createFirstOffice: post(`${FIRST_STEPS}/office`, {
    roles: ADMINISTRATORS,
    body: firstOfficeBodySchema,
    status: 201,
    answer: officeEntrySchema,
  }),
};
