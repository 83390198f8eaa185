/** How long a draft takes to send, for the form: nothing is asked of the server while no gateway has a limit. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getOfficeGateways } from '../../../api/gateways.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import type { Draft } from './draft.ts';
import { longSendingTime, type SendingTime } from './sending-time.ts';
import type { Recipients } from './use-recipients.ts';

const AGAIN_MS = 60_000;

/** @param body the deferred one: it may lag behind what is typed. Null while anything is not known. */
export function useSendingTime(
  messageType: Draft['messageType'],
  body: string,
  recipients: Recipients,
): SendingTime | null {
  const gateways = useGateways({ inFrame: true }).query.data;
  const isLimited = gateways?.some(({ throughput }) => throughput !== null) ?? false;
  const { data: given } = useQuery({
    queryKey: ['office-gateways'],
    queryFn: async ({ signal }) => {
      await whenIdle();
      return getOfficeGateways({ signal, background: true, final401: true });
    },
    enabled: isLimited,
    refetchInterval: AGAIN_MS,
    // In a minute it is asked again.
    retry: false,
  });
  const { loading, sending, receiving, clientName } = recipients;
  return useMemo(
    () =>
      loading || gateways === undefined || given === undefined
        ? null
        : longSendingTime({ messageType, body, sending, receiving, clientName }, { gateways, given }),
    [loading, gateways, given, messageType, body, sending, receiving, clientName],
  );
}
