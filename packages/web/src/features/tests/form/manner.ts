/** In what Create Test and Update Test differ, though their parts are the same: the specification words them apart. */
import { createFileRule, type FileRule, updateFileRule } from './file-rules.ts';

export interface Manner {
  /** Of the form, and of the button that sends it. */
  readonly name: string;
  /** On the button while it is being sent. */
  readonly busyLabel: string;
  /** Of the option that stands for every entry of a picker (CREATE-10, UPDATE-6). */
  readonly allLabel: (kind: 'Partner' | 'Client' | 'Office') => string;
  /** How placeholders are offered (CREATE-3, UPDATE-3). */
  readonly placeholders: 'chips' | 'dropdown';
  readonly fileRule: FileRule;
  /** Whether Immediate shows a time too (CREATE-16, UPDATE-8). */
  readonly timeWhenImmediate: boolean;
  /** When an immediate test goes out. */
  readonly atOnce: string;
}

export const CREATE_MANNER: Manner = {
  name: 'Create Test',
  busyLabel: 'Creating Test...',
  allLabel: () => 'All',
  placeholders: 'chips',
  fileRule: createFileRule,
  timeWhenImmediate: false,
  atOnce: 'The messages go out as soon as the test is created.',
};

export const UPDATE_MANNER: Manner = {
  name: 'Update Test',
  busyLabel: 'Updating Test...',
  allLabel: (kind) => `All ${kind}`,
  placeholders: 'dropdown',
  fileRule: updateFileRule,
  timeWhenImmediate: true,
  atOnce: 'The messages go out as soon as the test is updated. The time is saved but does not delay them.',
};
