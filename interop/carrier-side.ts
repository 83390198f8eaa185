/** Our side as an SMSC: the carrier lab without latency, or a server of the SMPP library, with what it has heard. */
import type { HandsetEntry } from '@textprobe/carrier-lab/handset';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';

export const OFFICE = '+12025550100';
export const LOGIN = { systemId: 'interop', password: 'secret' } as const;

/** A thousand phones of one carrier, with no agent on them. */
export const PHONES: readonly HandsetEntry[] = Array.from({ length: 1_000 }, (_, index) => ({
  phoneNumber: `+1415555${String(index).padStart(4, '0')}`,
  carrier: 'AT&T',
  key: null,
}));

/** Warnings and errors are told, nothing else. */
const log = {
  debug() {},
  info() {},
  warn: (fields: object, message: string) => console.warn(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
};

/** The lab as benchmarks run against it: answers at once, one receipt each. */
export function startLab(scenario = 'zero'): Promise<CarrierLab> {
  return createCarrierLab({
    clock,
    log,
    scenario: loadScenario(scenario),
    seed: 'interop',
    ...LOGIN,
    target: null,
    handsets: PHONES,
  });
}
