/** Begins pairings and follows them. */
import { useQuery } from '@tanstack/react-query';
import type { CreatePairingBody, Pairing, PhoneSettings } from '@textprobe/contract/pairings';
import { createPairing, getPairing, openPairing } from '../../api/pairings.ts';
import { callOptions } from '../../ui/call-options.ts';
import { codeOf, isOver } from './pairing-states.ts';

const POLL_MS = 1_500;

/** A pairing as this browser knows it. The link and the settings are lost with the page. */
export interface Begun {
  readonly pairing: Pairing;
  readonly link: string | null;
  /** The settings, if this browser was the one to show them. */
  readonly shown: PhoneSettings | null;
}

/** Twilio's settings are shown at once: there is no phone that could open a link. */
export async function beginPairing(body: CreatePairingBody): Promise<Begun> {
  const { pairing, url: link } = await createPairing(body);
  const isShownHere = body.kind === 'twilio' && link !== null;
  return { pairing, link, shown: isShownHere ? await openPairing(codeOf(link)) : null };
}

/** Polls a pairing while it is open and the page is visible. */
export function usePairing(initial: Pairing) {
  return useQuery({
    queryKey: ['pairing', initial.id],
    queryFn: (context) => getPairing(initial.id, callOptions(context)),
    meta: { purpose: 'load the pairing' },
    initialData: initial,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : POLL_MS),
  });
}
