/**
 * Create Test opened with something to begin with: a copy of a test (`?from=`, LIST-14), or an office or a phone (`?officeId=` and
 * `?phoneId=`, DIR-4, DIR-5), which are chosen in the draft, whose other parts stay.
 */
import type { OfficePhonePair, Test } from '@textprobe/contract/tests';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { searchDirectory } from '../../../api/directory.ts';
import { getIndividualTest } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { withOffice } from '../form/recipient-choice.ts';

interface Prefill {
  /** Whether a copy would discard an unsent draft. */
  readonly unsent: boolean;
  /** @param pairs those to send again; null: a copy of the whole test */
  readonly onTest: (test: Test, pairs: readonly OfficePhonePair[] | null) => void;
  readonly onChosen: (change: (draft: Draft) => Draft) => void;
}

const ID = /^[1-9]\d{0,8}$/;

export function usePrefill({ unsent, onTest, onChosen }: Prefill): void {
  const [parameters, setParameters] = useSearchParams();
  const state = useLocation().state as { pairs?: readonly OfficePhonePair[] } | null;
  const from = parameters.get('from');
  const officeId = idOf(parameters.get('officeId'));
  const phoneId = idOf(parameters.get('phoneId'));

  const copy = useEffectEvent(async (test: Test, signal: AbortSignal) => {
    const mayReplace =
      !unsent ||
      (await dialogs.confirm(`Replace your draft with a copy of test ${test.testId}?`, {
        confirmLabel: 'Replace',
        cancelLabel: 'Keep my draft',
      }));
    if (mayReplace && !signal.aborted) onTest(test, state?.pairs ?? null);
  });
  const choose = useEffectEvent((office: Partial<Draft> | null) =>
    onChosen((draft) => ({ ...draft, ...office, pairs: [], ...(phoneId !== null && { phones: [phoneId] }) })),
  );

  useEffect(() => {
    if (from === null && officeId === null && phoneId === null) return;
    const left = new AbortController();
    const { signal } = left;
    async function fill() {
      try {
        if (from !== null) {
          const test = await getIndividualTest(Number(from), signal);
          if (!signal.aborted) await copy(test, signal);
        } else {
          const office = officeId === null ? null : await findOffice(officeId, signal);
          if (!signal.aborted) choose(office);
        }
      } catch (error) {
        if (signal.aborted) return;
        const [log, words] =
          from === null
            ? ['choose the office', 'choose the office. Please choose it in the form.']
            : ['load the test to copy', 'copy the test. Please try again.'];
        console.error(`Failed to ${log}`, error);
        await dialogs.alert(`Failed to ${words}`, error);
      }
      // A reload restores the edited draft instead.
      if (!signal.aborted) setParameters({}, { replace: true });
    }
    void fill();
    return () => left.abort();
  }, [from, officeId, phoneId, setParameters]);
}

/** The office with its client and partner; null if there is none. */
async function findOffice(id: number, signal: AbortSignal) {
  const [office] = (await searchDirectory({ kind: 'office', ids: [id] }, signal)).entries;
  const { partners, clients, offices } = EMPTY_DRAFT;
  return office === undefined ? null : withOffice({ partners, clients, offices }, office);
}

function idOf(text: string | null): number | null {
  return text !== null && ID.test(text) ? Number(text) : null;
}
