/** The properties that all sections of the form share. */
import type { FieldErrors } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import type { Manner } from './manner.ts';
import type { Recipients } from './use-recipients.ts';

export interface SectionProps {
  readonly draft: Draft;
  readonly recipients: Recipients;
  readonly errors: FieldErrors;
  readonly manner: Manner;
  /** @param fields of the payload that the change touches: their errors are cleared */
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}
