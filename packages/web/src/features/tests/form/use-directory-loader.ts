/** Turns 'all' into ids from the lists that the pickers have loaded, or are still waiting for. */
import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import {
  CLIENTS,
  childrenOf,
  childrenQuery,
  directoryQuery,
  fewOf,
  OFFICES,
} from '../../../directory/use-directory.ts';
import type { Choice } from '../../../ui/choice.ts';
import { ToldError } from '../../../ui/problem-reasons.tsx';
import type { DirectoryLoader } from './payload.ts';
import { idsOf } from './use-recipients.ts';

const LEFT_OUT = 'Some recipients could not be loaded. Retry, or send without them.';

export function useDirectoryLoader(): DirectoryLoader {
  const queries = useQueryClient();

  /** What is missing by word of the screen is left out; what fails just now is not, before it is said. */
  async function settled<T, Key extends readonly unknown[]>(
    query: FetchQueryOptions<T, Error, T, Key>,
  ): Promise<T | undefined> {
    if (queries.getQueryState(query.queryKey)?.status === 'error')
      return queries.getQueryData<T>(query.queryKey);
    return queries.ensureQueryData(query).catch((error: unknown) => {
      throw new ToldError(LEFT_OUT, { cause: error });
    });
  }

  async function idsBelow<T extends { id: number }>(
    level: Parameters<typeof childrenQuery<T>>[0],
    parents: Choice,
  ): Promise<readonly number[]> {
    const few = fewOf(parents);
    if (few === null) {
      const directory = await settled(directoryQuery());
      return directory === undefined ? [] : idsOf(childrenOf(level, directory, parents));
    }
    const lists = await Promise.all(few.map((parent) => settled(childrenQuery(level, parent))));
    return idsOf(lists.flatMap((list) => list ?? []));
  }

  return {
    clientIds: (partners) => idsBelow(CLIENTS, partners),
    officeIds: (clients) => idsBelow(OFFICES, clients),
  };
}
