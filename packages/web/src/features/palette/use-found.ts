/**
 * Searches for the palette: tests and offices on the server once the typing pauses, phones and gateways in their lists, which are loaded
 * once. Results of an earlier text stay only where they match the current one.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundEntry } from '@textprobe/contract/directory';
import type { Gateway } from '@textprobe/contract/gateways';
import type { TestLog } from '@textprobe/contract/messages';
import type { Test } from '@textprobe/contract/tests';
import { normalizeMessageCode } from '@textprobe/domain/message-code';
import { searchedTestId, shortenSearch } from '@textprobe/domain/search-words';
import { searchDirectory } from '../../api/directory.ts';
import { getLogsOfCode } from '../../api/messages.ts';
import type { Phone } from '../../api/normalize.ts';
import { getAllTests } from '../../api/tests.ts';
import { kindWords, LINK_WORDS, stateOf } from '../../directory/gateway-state.ts';
import { phonesQuery } from '../../directory/use-directory.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { matches, matchesGateway, matchesPhone } from './match.ts';

/** Limit per kind. */
const SHOWN = 5;
const PAUSE_MS = 150;
const STALE_MS = 30_000;

type Kind = 'messages' | 'tests' | 'offices' | 'phones' | 'gateways';

interface FoundTests {
  /** The test whose number is typed, then the newest. */
  readonly tests: readonly Test[];
  /** All that match. */
  readonly total: number;
}

const ON_SERVER: readonly Kind[] = ['messages', 'tests', 'offices'];
const NOT_YET = { messages: undefined, tests: undefined, offices: undefined };

/** Null for what could not be loaded. */
interface OnServer {
  /** The message whose code is typed. */
  readonly messages: readonly TestLog[] | null;
  readonly tests: FoundTests | null;
  readonly offices: readonly FoundEntry[] | null;
}

export interface Found extends FoundTests {
  readonly messages: readonly TestLog[];
  readonly offices: readonly FoundEntry[];
  readonly phones: readonly Phone[];
  readonly gateways: readonly Gateway[];
  readonly isSearching: boolean;
  readonly failed: readonly Kind[];
  /** Repeats what failed. */
  readonly retry: () => void;
}

/** @param text trimmed; empty finds nothing */
export function useFound(text: string): Found {
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const onServer = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => searchServer(asked, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: ({ state: { data } }) => (data?.messages && data.tests && data.offices ? STALE_MS : 0),
    // A failure is shown at once, also while the browser is offline.
    networkMode: 'always',
  });
  const phones = useQuery(phonesQuery());
  const { query: gateways, isFailed, refresh } = useGateways({ inFrame: true });

  const isWanted = text !== '';
  const isCurrent = asked === text && onServer.isSuccess && !onServer.isPlaceholderData;
  const { messages, tests, offices } = onServer.data ?? NOT_YET;
  const failed: Kind[] = [];
  if (isCurrent && messages === null) failed.push('messages');
  if (isCurrent && tests === null) failed.push('tests');
  if (isCurrent && offices === null) failed.push('offices');
  if (phones.isError) failed.push('phones');
  if (isFailed) failed.push('gateways');
  return {
    messages: isWanted && isCurrent ? (messages ?? []) : [],
    tests: isWanted ? (tests?.tests ?? []).filter((test) => isCurrent || isTest(text, test)) : [],
    total: isWanted && isCurrent ? (tests?.total ?? 0) : 0,
    offices: isWanted
      ? (offices ?? []).filter(({ name, parents }) => isCurrent || matches(text, name, ...parents))
      : [],
    phones: isWanted ? (phones.data ?? []).filter((phone) => matchesPhone(text, phone)).slice(0, SHOWN) : [],
    gateways: isWanted ? (gateways.data ?? []).filter((one) => isGateway(text, one)).slice(0, SHOWN) : [],
    isSearching: isWanted && (!isCurrent || onServer.isFetching || phones.isLoading),
    failed: isWanted ? failed : [],
    retry() {
      if (failed.some((kind) => ON_SERVER.includes(kind))) void onServer.refetch();
      if (failed.includes('phones')) void phones.refetch();
      if (failed.includes('gateways')) refresh();
    },
  };
}

function isTest(text: string, { testId, messageBody }: Test): boolean {
  return searchedTestId(text) === testId || matches(text, messageBody);
}

function isGateway(text: string, gateway: Gateway): boolean {
  const { name, kind, account } = gateway;
  const state = LINK_WORDS[stateOf(gateway)].label;
  return matchesGateway(text, { name, kind: kindWords(kind), state, account });
}

/** One response for all, so that a late one does not move the others' entries. */
async function searchServer(text: string, signal: AbortSignal): Promise<OnServer> {
  const [messages, tests, offices] = await Promise.allSettled([
    normalizeMessageCode(text) === null ? [] : getLogsOfCode(text, { signal }),
    findTests(text, signal),
    searchDirectory({ kind: 'office', text }, signal),
  ]);
  signal.throwIfAborted();
  for (const { status, reason } of [messages, tests, offices] as PromiseRejectedResult[]) {
    if (status === 'rejected') console.error(`Failed to search for “${text}”`, reason);
  }
  return {
    messages: messages.status === 'fulfilled' ? messages.value : null,
    tests: tests.status === 'fulfilled' ? tests.value : null,
    offices: offices.status === 'fulfilled' ? offices.value.entries.slice(0, SHOWN) : null,
  };
}

async function findTests(text: string, signal: AbortSignal): Promise<FoundTests> {
  const id = searchedTestId(text);
  const [found, named] = await Promise.all([
    search(shortenSearch(text), SHOWN, signal),
    // Leading zeros do not change the number, and no message contains a number like this.
    id === null ? null : search(`#${String(id).padStart(40, '0')}`, 1, signal),
  ]);
  const first = named?.tests ?? [];
  const others = found.tests.filter(({ testId }) => testId !== id);
  return { tests: [...first, ...others], total: found.total };
}

function search(text: string, pageSize: number, signal: AbortSignal) {
  return getAllTests({ text }, { page: 1, pageSize }, { signal });
}
