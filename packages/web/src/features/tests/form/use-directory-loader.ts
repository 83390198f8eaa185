/** Turns 'all' into ids from the lists that the pickers have loaded, or are still waiting for. */
import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import { clientsQuery, officesQuery, partnersQuery } from '../../../directory/use-directory.ts';
import { ToldError } from '../../../ui/problem-reasons.tsx';
import type { DirectoryLoader } from './payload.ts';
import { idsOf } from './use-recipients.ts';

const LEFT_OUT =
  'Some recipients could not be loaded. The form names them: load them again, or send without them.';

export function useDirectoryLoader(): DirectoryLoader {
  const queries = useQueryClient();

  /** What a parent lacks by word of the screen is left out; what fails just now is not, before it is said. */
  async function idsOfAll<T extends { id: number }, Key extends readonly unknown[]>(
    parents: readonly number[],
    queryOf: (parent: number) => FetchQueryOptions<T[], Error, T[], Key>,
  ): Promise<readonly number[]> {
    const lists = await Promise.all(
      parents.map(async (parent) => {
        const query = queryOf(parent);
        if (queries.getQueryState(query.queryKey)?.status === 'error') {
          return queries.getQueryData<T[]>(query.queryKey) ?? [];
        }
        return queries.ensureQueryData(query).catch((error: unknown) => {
          throw new ToldError(LEFT_OUT, { cause: error });
        });
      }),
    );
    return idsOf(lists.flat());
  }

  return {
    partnerIds: async () => idsOf(await queries.ensureQueryData(partnersQuery())),
    clientIds: (partners) => idsOfAll(partners, clientsQuery),
    officeIds: (clients) => idsOfAll(clients, officesQuery),
  };
}
