/** What the sections of the form get, and what differs between Create Test and Update Test, which the specification words differently. */

import type { FieldErrors } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import { createFileRule, type FileRule, updateFileRule } from './file-rules.ts';
import type { Recipients } from './use-recipients.ts';

export interface FormVariant {
  /** Name of the form and of its submit button. */
  readonly name: string;
  /** Label of the submit button while sending. */
  readonly busyLabel: string;
  /** Label of the option that selects every entry of a picker (CREATE-10, UPDATE-6). */
  readonly allLabel: (kind: 'Partner' | 'Client' | 'Office') => string;
  /** How placeholders are offered (CREATE-3, UPDATE-3). */
  readonly placeholders: 'chips' | 'dropdown';
  readonly fileRule: FileRule;
  /** Whether Immediate shows a time too (CREATE-16, UPDATE-8). */
  readonly timeWhenImmediate: boolean;
  /** When an immediate test is sent. */
  readonly atOnce: string;
}

export const CREATE_VARIANT: FormVariant = {
  name: 'Create Test',
  busyLabel: 'Creating Test...',
  allLabel: () => 'All',
  placeholders: 'chips',
  fileRule: createFileRule,
  timeWhenImmediate: false,
  atOnce: 'Messages are sent as soon as the test is created.',
};

export const UPDATE_VARIANT: FormVariant = {
  name: 'Update Test',
  busyLabel: 'Updating Test...',
  allLabel: (kind) => `All ${kind}`,
  placeholders: 'dropdown',
  fileRule: updateFileRule,
  timeWhenImmediate: true,
  atOnce: 'Messages are sent as soon as the test is updated. The time is saved but does not delay them.',
};

export interface SectionProps {
  readonly draft: Draft;
  readonly recipients: Recipients;
  readonly errors: FieldErrors;
  readonly variant: FormVariant;
  /** @param fields of the payload affected by the change: their errors are cleared */
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}
