/** Create Test opened for an office or a phone: `?officeId=` and `?phoneId=` choose them in the draft, whose other parts stay (DIR-4, 5). */
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { searchDirectory } from '../../../api/directory.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { withOffice } from '../form/recipient-choice.ts';

const ID = /^[1-9]\d{0,8}$/;

/** @param onChosen receives the change of the draft */
export function useChosen(onChosen: (change: (draft: Draft) => Draft) => void): void {
  const [parameters, setParameters] = useSearchParams();
  const officeId = idOf(parameters.get('officeId'));
  const phoneId = idOf(parameters.get('phoneId'));
  const take = useEffectEvent(onChosen);

  useEffect(() => {
    if (officeId === null && phoneId === null) return;
    const left = new AbortController();
    async function choose() {
      try {
        const office = officeId === null ? null : await findOffice(officeId, left.signal);
        if (left.signal.aborted) return;
        take((draft) => ({ ...draft, ...office, pairs: [], ...(phoneId !== null && { phones: [phoneId] }) }));
      } catch (error) {
        if (left.signal.aborted) return;
        console.error('Failed to choose the office', error);
        await dialogs.alert('Failed to choose the office. Please choose it in the form.', error);
      }
      // A reload restores the edited draft instead.
      setParameters({}, { replace: true });
    }
    void choose();
    return () => left.abort();
  }, [officeId, phoneId, setParameters]);
}

/** The office with its client and partner; nothing if there is none. */
async function findOffice(id: number, signal: AbortSignal) {
  const [office] = (await searchDirectory({ kind: 'office', ids: [id] }, signal)).entries;
  const { partners, clients, offices } = EMPTY_DRAFT;
  return office === undefined ? null : withOffice({ partners, clients, offices }, office);
}

function idOf(text: string | null): number | null {
  return text !== null && ID.test(text) ? Number(text) : null;
}
