/** An external carrier: the simulated one in a separate process, as started by `textprobe lab`. */
import { startProgram } from '@textprobe/domain/testing/child-program';
import { READY_WITHIN_MS } from './program.ts';

export const SYSTEM_ID = 'textprobe';
export const CARRIER_PASSWORD = 'lab';

export interface Carrier {
  /** Its SMPP port on 127.0.0.1. */
  readonly port: number;
  /** URL and account of its Messages API. */
  readonly api: { readonly baseUrl: string; readonly accountSid: string };
  stop(): Promise<unknown>;
}

/** Its phones are those of the demo directory; they send no reports, so receipts are the only evidence. */
export async function startCarrier(): Promise<Carrier> {
  const settings = { LAB_SCENARIO: 'perfect', LAB_SEED: '1' };
  const lab = await startProgram(['lab', '--port', '0'], { settings, readyWithinMs: READY_WITHIN_MS });
  const [, baseUrl = '', accountSid = ''] = await lab.said(/Messages API is at (\S+) \(account '(\w+)'/u);
  return { port: Number(lab.place.split(':')[1]), api: { baseUrl, accountSid }, stop: () => lab.end() };
}
