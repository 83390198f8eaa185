/** A decoded deliver_sm, for tests that need no wire. */
import type { DeliverSm } from '@textprobe/smpp/pdu';

/** @param fields override the empty defaults */
export function deliverSm(fields: Partial<DeliverSm>): DeliverSm {
  return {
    command: 'deliver_sm',
    sequence: 1,
    status: 0,
    serviceType: '',
    sourceAddrTon: 1,
    sourceAddrNpi: 1,
    sourceAddr: '14155550123',
    destAddrTon: 1,
    destAddrNpi: 1,
    destinationAddr: '12125550100',
    esmClass: 4,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresentFlag: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: Buffer.alloc(0),
    tlvs: new Map(),
    ...fields,
  };
}
