/** Why a message is what it is, asked for when somebody wants to know, and again when the message has moved on. */
import type { TestLog } from '@textprobe/contract/messages';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMessageWhy } from '../calls/messages.ts';

export function useMessageWhy({ testLogID, submission, receipt, reception, verdict, settled }: TestLog) {
  const queries = useQueryClient();
  const ofMessage = ['message-why', testLogID];
  return useQuery({
    queryKey: [...ofMessage, submission, receipt, reception?.at, verdict, settled],
    queryFn: async ({ signal }) => {
      // What nobody asked for must not keep an idle session alive.
      const background = queries
        .getQueriesData({ queryKey: ofMessage })
        .some(([, data]) => data !== undefined);
      try {
        return await getMessageWhy(testLogID, { signal, background });
      } catch (error) {
        if (!signal.aborted) console.error('Failed to load the evidence', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
  });
}
