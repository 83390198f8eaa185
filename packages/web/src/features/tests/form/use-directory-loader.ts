/** Resolves 'all' to ids from the lists that the pickers have loaded or are loading. */
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
import { UserFacingError } from '../../../ui/problem-reasons.tsx';
import type { DirectoryLoader } from './payload.ts';
import { idsOf } from './use-recipients.ts';

const LEFT_OUT = 'Some recipients could not be loaded. Retry, or send without them.';

export function useDirectoryLoader(): DirectoryLoader {
  const queries = useQueryClient();

  /** Lists already shown as failed are left out; a list that fails now raises the error, since the screen has not shown it yet. */
  async function settled<T, Key extends readonly unknown[]>(
    query: FetchQueryOptions<T, Error, T, Key>,
  ): Promise<T | undefined> {
    if (queries.getQueryState(query.queryKey)?.status === 'error')
      return queries.getQueryData<T>(query.queryKey);
    return queries.ensureQueryData(query).catch((error: unknown) => {
      throw new UserFacingError(LEFT_OUT, { cause: error });
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
