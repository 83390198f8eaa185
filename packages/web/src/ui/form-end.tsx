/** The end of a form in a dialog: why it was refused, Cancel, and the button that submits it. */
import { Button } from '@mantine/core';
import { DialogButtons, FormError } from './form-dialog.tsx';

interface FormEndProps {
  readonly refusal?: string | null;
  readonly isSaving: boolean;
  readonly submitLabel: string;
  /** The label while it is being saved. */
  readonly savingLabel?: string;
  readonly onCancel: () => void;
}

export function FormEnd({
  refusal,
  isSaving,
  submitLabel,
  savingLabel = 'Saving...',
  onCancel,
}: FormEndProps) {
  return (
    <>
      <FormError>{refusal}</FormError>
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isSaving}>
          {isSaving ? savingLabel : submitLabel}
        </Button>
      </DialogButtons>
    </>
  );
}
