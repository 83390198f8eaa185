/** Exports messages for their carrier (EVIDENCE-3): what is in the files, a choice, and two formats. */
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type CarrierReportQuery, carrierCsvAddress, generateCarrierPDF } from '../api/carrier-report.ts';
import { DialogButtons, FormDialog, FormError } from './form-dialog.tsx';
import { reasonOf } from './problem-reasons.tsx';
import { saveFile } from './save-file.ts';

interface CarrierDialogProps {
  readonly query: CarrierReportQuery;
  /** Which messages, in words. */
  readonly about: string;
  readonly onClose: () => void;
}

export function CarrierDialog({ query, about, onClose }: CarrierDialogProps) {
  const [withNames, setWithNames] = useState(false);
  const asked: CarrierReportQuery = withNames ? { ...query, names: 'true' } : query;
  const pdf = useMutation({
    mutationFn: () => generateCarrierPDF(asked),
    onSuccess(file) {
      saveFile(file);
      onClose();
    },
    meta: { purpose: 'export the PDF for the carrier' },
  });

  return (
    <FormDialog title="Report for the carrier" size={440} onClose={onClose}>
      <p>
        {about} Each with the carrier’s message IDs, the numbers, times in UTC, errors with their meaning, raw
        receipts, and the text as sent beside the text as arrived.
      </p>
      <Checkbox
        label="Name partner, client and office"
        checked={withNames}
        onChange={({ currentTarget }) => setWithNames(currentTarget.checked)}
      />
      <FormError>{pdf.isError ? reasonOf(pdf.error) : null}</FormError>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button component="a" variant="default" href={carrierCsvAddress(asked)} download onClick={onClose}>
          CSV
        </Button>
        <Button aria-busy={pdf.isPending} onClick={() => pdf.isPending || pdf.mutate()}>
          {pdf.isPending ? 'Creating PDF...' : 'PDF'}
        </Button>
      </DialogButtons>
    </FormDialog>
  );
}
