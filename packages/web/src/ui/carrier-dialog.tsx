/** Exports messages for their carrier (EVIDENCE-3): what is in the files, a choice, and two formats. */
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type CarrierReportQuery, carrierCsvAddress, generateCarrierPDF } from '../api/carrier-report.ts';
import { HttpError } from '../api/http.ts';
import './alert-dialog.css';
import { saveFile } from './save-file.ts';

interface CarrierDialogProps {
  readonly query: CarrierReportQuery;
  /** Which messages, in words. */
  readonly about: string;
  readonly onClose: () => void;
}

export function CarrierDialog({ query, about, onClose }: CarrierDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [withNames, setWithNames] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const asked: CarrierReportQuery = withNames ? { ...query, names: 'true' } : query;
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  async function makePdf() {
    if (isMaking) return;
    setMaking(true);
    setRefusal(null);
    try {
      saveFile(await generateCarrierPDF(asked));
      dialog.current?.close();
    } catch (error) {
      console.error('Failed to export the report for the carrier', error);
      setRefusal(
        error instanceof HttpError
          ? error.detail
          : 'The server could not be reached. Check the connection and try again.',
      );
    } finally {
      setMaking(false);
    }
  }

  // In the body: it is not part of the row of buttons that opens it.
  return createPortal(
    <dialog ref={dialog} className="alert-dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`} className="alert-dialog-text">
        Report for the carrier
      </h2>
      <div className="alert-dialog-details">
        <p>
          {about} Each with the carrier’s message IDs, the numbers, times in UTC, errors with their meaning,
          raw receipts, and the text as sent beside the text as arrived.
        </p>
        <label className="alert-dialog-choice">
          <input
            type="checkbox"
            checked={withNames}
            onChange={({ currentTarget }) => setWithNames(currentTarget.checked)}
          />
          Name partner, client and office
        </label>
        {refusal !== null && (
          <p role="alert" style={{ color: 'var(--tp-danger)' }}>
            {refusal}
          </p>
        )}
      </div>
      <div className="alert-dialog-buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <a href={carrierCsvAddress(asked)} download onClick={() => dialog.current?.close()}>
          CSV
        </a>
        <button type="button" className="primary" aria-busy={isMaking} onClick={() => void makePdf()}>
          {isMaking ? 'Creating PDF...' : 'PDF'}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}
