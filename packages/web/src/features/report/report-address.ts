/** The report's state in the URL: run, filters, search, sort order, page and message. */
import type { Report } from '@textprobe/contract/messages';
import type { Run } from '@textprobe/contract/schedules';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDING_WORDS } from '@textprobe/domain/finding';
import { SEARCH_LIMIT } from '@textprobe/domain/search-words';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import {
  type AddressCodec,
  addressCodec,
  oneOf,
  page,
  positive,
  withDefault,
} from '../../ui/address-values.ts';
import type { Names } from './directory-names.ts';
import { SORT_KEYS, type Sorting } from './execution-order.ts';

/** A test or run id; null if the text is not one. */
export const readTestId = withDefault(positive(10), null);

/** A filter that is null shows all messages; all of them must match. */
const PARAMETERS = addressCodec(
  {
    /** Null shows all runs. */
    runId: readTestId,
    verdict: withDefault(oneOf(VERDICT_ORDER), null),
    /** An empty text is a phone without a carrier. */
    carrier: (text) => text,
    finding: withDefault(oneOf(FINDING_WORDS), null),
    files: withDefault(oneOf(FILE_FINDINGS), null),
    /** Words that a message must all have somewhere in its row or texts; empty shows all. */
    search: (text) => text?.slice(0, SEARCH_LIMIT).trim() ?? '',
    sort: oneOf(SORT_KEYS),
    order: oneOf(['desc']),
    page,
    /** The message opened last; null if it was closed, or something else changed. Larger than the ids of tests and runs. */
    logId: withDefault(positive(15), null),
  },
  // A filter or another page may hide the message.
  { resets: ['page', 'logId'], names: { runId: 'run', search: 'q', logId: 'log' } },
);

export type ReportAddress = Omit<ReturnType<typeof PARAMETERS.read>, 'sort' | 'order'> & {
  /** Null is newest first. */
  readonly sorting: Sorting | null;
};

export const REPORT_ADDRESS: AddressCodec<ReportAddress, Partial<ReportAddress>> = {
  read(search) {
    const { sort: key, order, ...address } = PARAMETERS.read(search);
    return { ...address, sorting: key === undefined ? null : { key, descending: order === 'desc' } };
  },
  change: (search, { sorting, ...others }) =>
    PARAMETERS.change(search, {
      ...others,
      ...(sorting !== undefined && { sort: sorting?.key, order: sorting?.descending ? 'desc' : null }),
    }),
};

/** What all parts of a report show, and how they change it. */
export interface ReportView {
  readonly report: Report;
  /** The selected run; null shows all. */
  readonly run: Run | null;
  readonly names: Names;
  readonly address: ReportAddress;
  readonly onAddress: (change: Partial<ReportAddress>) => void;
  /** The message listed with its neighbors if it is not among the newest; null: the newest are listed. */
  readonly around: number | null;
  readonly onAround: (logId: number | null) => void;
}

/** Shows all messages of the run. */
export const NO_FILTERS = { verdict: null, carrier: null, finding: null, files: null, search: '' } as const;

/** Whether a filter may hide messages; the run is not one of them. */
export function isFiltered({ verdict, carrier, finding, files, search }: ReportAddress): boolean {
  return search !== '' || [verdict, carrier, finding, files].some((filter) => filter !== null);
}
