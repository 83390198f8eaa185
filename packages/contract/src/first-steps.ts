/** The first steps in an empty installation: what it already has, and the first office (DIR-4). */

import { ADMINISTRATORS, OPERATORS_AND_AUDITORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get, post } from './call.ts';
import { namedSchema } from './directory.ts';
import { nameSchema, officeEntrySchema, senderSchema } from './directory-entries.ts';

const firstStepsSchema = z.object({
  office: namedSchema.nullable().describe('The first office that can be chosen; null if there is none.'),
  phone: namedSchema
    .extend({ evidence: z.enum(['handset', 'receipt']) })
    .nullable()
    .describe('The first phone that can be chosen and that the office can send to; null if there is none.'),
  gateway: namedSchema
    .nullable()
    .describe('A default gateway, or one that an office uses; null if there is none.'),
  hasTest: z.boolean().describe('Whether there is a test other than those that pair phones.'),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

const firstOfficeBodySchema = z.strictObject({
  partner: nameSchema.describe('Created unless there is one of this name.'),
  client: nameSchema.describe('Created unless the partner has one of this name.'),
  office: nameSchema,
  phoneNumber: senderSchema,
});
export type FirstOfficeBody = z.input<typeof firstOfficeBodySchema>;

const FIRST_STEPS = '/api/first-steps';

export const firstStepsCalls = {
  firstSteps: get(FIRST_STEPS, { roles: OPERATORS_AND_AUDITORS, answer: firstStepsSchema }),
  createFirstOffice: post(`${FIRST_STEPS}/office`, {
    audit: 'office.created',
    roles: ADMINISTRATORS,
    body: firstOfficeBodySchema,
    status: 201,
    answer: officeEntrySchema,
  }),
};
