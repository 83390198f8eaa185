/** The tests that the text of Create several makes, with names found in the directory. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byId, directoryQuery } from '../../../directory/use-directory.ts';
import type { Draft } from '../form/draft.ts';
import { useRecipients } from '../form/use-recipients.ts';
import type { Format } from './batch.ts';
import type { Resolve } from './csv-cells.ts';
import { planTest } from './plan-tests.ts';
import { LINES_LIMIT, type Reading, readMessages } from './read-lines.ts';

/** @param draft gives recipients and schedule, see `baseOf` */
export function usePlannedTests(draft: Draft, format: Format, text: string) {
  const recipients = useRecipients(draft);
  const { sending, receiving, allPhones, phones, clientName, partnerOf } = recipients;
  // Loaded with the first text: the parser and the formats of phone numbers take 45 kB.
  const csv = useQuery({
    queryKey: ['read-csv'],
    queryFn: async () => ({ ...(await import('./read-csv.ts')), ...(await import('./csv-cells.ts')) }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    meta: { purpose: 'load the CSV parser' },
  });
  const reading = useMemo(
    () => readAs(format, text, csv.data, csv.isLoadingError),
    [format, text, csv.data, csv.isLoadingError],
  );
  const { namesOffices } = reading;
  const directory = useQuery({ ...directoryQuery(), enabled: namesOffices });

  const base = useMemo(() => {
    const { offices, clients = [] } = directory.data ?? {};
    const clientsById = byId(clients);
    return {
      draft,
      sending,
      receiving,
      resolveOffices: (offices && csv.data?.officeResolver(offices, clients)) ?? notLoaded('offices'),
      resolvePhones: (phones.data && csv.data?.phoneResolver(allPhones)) ?? notLoaded('phones'),
      clientName: (id: number) => clientsById.get(id)?.name ?? clientName(id),
      partnerOf: (clientId: number) => clientsById.get(clientId)?.partnerId ?? partnerOf(clientId),
    };
  }, [draft, sending, receiving, allPhones, phones.data, directory.data, csv.data, clientName, partnerOf]);
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
      (format === 'csv' && csv.isLoading) ||
      recipients.loading ||
      (namesOffices && directory.isLoading) ||
      (namesPhones && phones.isLoading),
    /** Retries the failed loads that the named recipients need. */
    retry:
      (namesOffices && directory.isLoadingError) || (namesPhones && phones.isLoadingError)
        ? () => void Promise.all([directory.refetch(), phones.refetch()])
        : null,
    clientName: base.clientName,
    partnerOf: base.partnerOf,
  };
}

const UNREADABLE = 'The CSV could not be read. Check the connection and reload the page: your text is kept.';

/** @param csv the reader of a CSV; undefined while it loads, and if that failed */
function readAs(
  format: Format,
  text: string,
  csv: Pick<typeof import('./read-csv.ts'), 'looksLikeCsv' | 'readCsv'> | undefined,
  isFailed: boolean,
): Reading {
  if (format === 'csv') {
    const fault = isFailed ? UNREADABLE : null;
    return csv?.readCsv(text) ?? { lines: [], namesOffices: false, warnings: [], fault };
  }
  const reading = readMessages(text);
  if (!csv?.looksLikeCsv(text)) return reading;
  const warning = 'The first line looks like the header of a CSV. Choose CSV above to read its columns.';
  return { ...reading, warnings: [warning, ...reading.warnings] };
}

function notLoaded(what: 'offices' | 'phones'): Resolve<never> {
  return () => ({ entries: [], error: `The ${what} could not be loaded.` });
}
