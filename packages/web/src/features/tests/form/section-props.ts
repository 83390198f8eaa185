/** The props that all sections of the form share. */
import type { FieldErrors } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import type { FormVariant } from './form-variant.ts';
import type { Recipients } from './use-recipients.ts';

export interface SectionProps {
  readonly draft: Draft;
  readonly recipients: Recipients;
  readonly errors: FieldErrors;
  readonly variant: FormVariant;
  /** @param fields of the payload affected by the change: their errors are cleared */
  readonly onChange: (change: (draft: Draft) => Draft, ...fields: string[]) => void;
}
