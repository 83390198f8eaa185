/** The tests that the text of Create several makes, with names found in the directory. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byId, directoryQuery } from '../../../directory/use-directory.ts';
import type { Draft } from '../form/draft.ts';
import { useRecipients } from '../form/use-recipients.ts';
import type { Format } from './batch.ts';
import { officeResolver, phoneResolver, type Resolve } from './csv-cells.ts';
import { planTest } from './plan-tests.ts';
import { looksLikeCsv, readCsv } from './read-csv.ts';
import { LINES_LIMIT, type Reading, readMessages } from './read-lines.ts';

/** @param draft gives recipients and schedule, see `baseOf` */
export function usePlannedTests(draft: Draft, format: Format, text: string) {
  const recipients = useRecipients(draft);
  const { sending, receiving, allPhones, phones, clientName, partnerOf } = recipients;
  const reading = useMemo(() => readAs(format, text), [format, text]);
  const { namesOffices } = reading;
  const directory = useQuery({ ...directoryQuery(), enabled: namesOffices });

  const base = useMemo(() => {
    const { offices, clients = [] } = directory.data ?? {};
    const clientsById = byId(clients);
    return {
      draft,
      sending,
      receiving,
      resolveOffices: offices === undefined ? notLoaded('offices') : officeResolver(offices, clients),
      resolvePhones: phones.data === undefined ? notLoaded('phones') : phoneResolver(allPhones),
      clientName: (id: number) => clientsById.get(id)?.name ?? clientName(id),
      partnerOf: (clientId: number) => clientsById.get(clientId)?.partnerId ?? partnerOf(clientId),
    };
  }, [draft, sending, receiving, allPhones, phones.data, directory.data, clientName, partnerOf]);
  const tests = useMemo(
    () => reading.lines.slice(0, LINES_LIMIT).map((line) => planTest(line, base)),
    [base, reading.lines],
  );

  const namesPhones = reading.lines.some(({ phone }) => phone !== '');
  return {
    recipients,
    reading,
    tests,
    isLoading:
      recipients.loading || (namesOffices && directory.isLoading) || (namesPhones && phones.isLoading),
    /** Retries the failed loads that the named recipients need. */
    retry:
      (namesOffices && directory.isLoadingError) || (namesPhones && phones.isLoadingError)
        ? () => void Promise.all([directory.refetch(), phones.refetch()])
        : null,
    clientName: base.clientName,
    partnerOf: base.partnerOf,
  };
}

function readAs(format: Format, text: string): Reading {
  if (format === 'csv') return readCsv(text);
  const reading = readMessages(text);
  if (!looksLikeCsv(text)) return reading;
  const warning = 'The first line looks like the header of a CSV. Choose CSV above to read its columns.';
  return { ...reading, warnings: [warning, ...reading.warnings] };
}

function notLoaded(what: 'offices' | 'phones'): Resolve<never> {
  return () => ({ entries: [], error: `The ${what} could not be loaded.` });
}
