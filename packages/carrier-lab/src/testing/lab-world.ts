/** A lab with a bound client and an inbox, for tests: submit, wait until the lab is idle, check both ledgers. */
import { connectSmppClient, type SmppClient, type SmppClientOptions } from '@textprobe/smpp/client';
import type { Clock } from '@textprobe/smpp/clock';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { type DeliveryReceipt, parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliverSm, SubmitSmResp } from '@textprobe/smpp/pdu';
import { type SplitOptions, splitMessage } from '@textprobe/smpp/split-message';
import { realClock } from '@textprobe/smpp/testing/real-clock';
import { type CarrierLab, createCarrierLab } from '../lab.ts';
import { loadScenario } from '../scenario.ts';
import type { TruthEvent } from '../truth-event.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createRecordingLog, type RecordingLog } from './recording-log.ts';

export const OFFICE = '+12025550100';
export const ATT_PHONE = '+12125550101';
export const VERIZON_PHONE = '+13105550102';
export const TMOBILE_PHONE = '+14155550103';

/** An event at the client, in order. */
export type ClientEvent =
  | { readonly kind: 'answer'; readonly answer: SubmitSmResp }
  | { readonly kind: 'receipt'; readonly receipt: DeliveryReceipt; readonly pdu: DeliverSm };

export interface LabWorld extends AsyncDisposable {
  readonly lab: CarrierLab;
  readonly log: RecordingLog;
  readonly client: SmppClient;
  readonly inbox: Inbox;
  readonly events: ClientEvent[];
  /** The lab's record so far. */
  readonly truth: readonly TruthEvent[];
  receipts(): DeliveryReceipt[];
  /** Submits all parts of a text at once and waits for their answers; `reversed`: the last part first. */
  send(text: string, to?: SendOptions): Promise<SubmitSmResp[]>;
}

export interface SendOptions {
  readonly destination?: string;
  readonly source?: string;
  readonly reference?: number;
  readonly reversed?: boolean;
  readonly registeredDelivery?: number;
  readonly split?: SplitOptions;
}

/**
 * @param scenario in the file format, or the name of a built-in one
 * @param clock the lab's; the client's is the real one
 */
export async function createLabWorld(
  scenario: object | string,
  clientOptions: Partial<SmppClientOptions> = {},
  clock: Clock = realClock,
): Promise<LabWorld> {
  const inbox = await createInbox();
  const log = createRecordingLog();
  const truth: TruthEvent[] = [];
  const lab = await createCarrierLab({
    truth: (event) => truth.push(event),
    clock,
    log,
    scenario: loadScenario(typeof scenario === 'string' ? scenario : JSON.stringify(scenario)),
    seed: 'test',
    systemId: 'lab',
    password: 'secret',
    target: inbox.url,
    handsets: [
      { phoneNumber: ATT_PHONE, carrier: 'AT&T', key: 'key-att' },
      { phoneNumber: VERIZON_PHONE, carrier: 'Verizon', key: 'key-verizon' },
      { phoneNumber: TMOBILE_PHONE, carrier: 'T-Mobile', key: 'key-tmobile' },
    ],
  });
  const events: ClientEvent[] = [];
  const client = await connectSmppClient({
    ...lab.smpp,
    clock: realClock,
    window: 100,
    async onDeliverSm(pdu) {
      const receipt = parseDeliveryReceipt(pdu);
      if (receipt !== null) events.push({ kind: 'receipt', receipt, pdu });
      return ESME_ROK;
    },
    ...clientOptions,
  });
  return {
    lab,
    log,
    client,
    inbox,
    events,
    truth,
    receipts: () => events.flatMap((event) => (event.kind === 'receipt' ? [event.receipt] : [])),
    send(text, options = {}) {
      const { destination = ATT_PHONE, source = OFFICE, reference = 1, registeredDelivery = 1 } = options;
      const parts = splitMessage(text, reference, options.split);
      if (options.reversed) parts.reverse();
      return Promise.all(
        parts.map(async (part) => {
          const answer = await client.submitSm({
            sourceAddrTon: 1,
            sourceAddrNpi: 1,
            sourceAddr: source.slice(1),
            destAddrTon: 1,
            destAddrNpi: 1,
            destinationAddr: destination.slice(1),
            registeredDelivery,
            ...part,
          });
          events.push({ kind: 'answer', answer });
          return answer;
        }),
      );
    },
    async [Symbol.asyncDispose]() {
      client.destroy();
      await lab.stop();
      await inbox.close();
    },
  };
}
