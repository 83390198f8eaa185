/** Net::SMPP as a client of our SMSC: the carrier lab, and a server of the SMPP library. */
import {
  ESME_RALYBND,
  ESME_RINVCMDID,
  ESME_RINVDSTADR,
  ESME_RINVPASWD,
  ESME_ROK,
} from '@textprobe/smpp/command-status';
import type { BindMode, SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServerSession } from '@textprobe/smpp/server';
import { splitMessage } from '@textprobe/smpp/split-message';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOGIN, OFFICE, PHONES, startLab } from './carrier-side.ts';
import { hasNetSmpp } from './foreign-programs.ts';
import { connectNetSmpp, type NetSmppPeer, UNKNOWN_REQUEST } from './net-smpp/net-smpp.ts';

const PHONE = PHONES[0]?.phoneNumber ?? '';
const addresses = {
  source_addr_ton: 1,
  source_addr_npi: 1,
  source_addr: OFFICE.slice(1),
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: PHONE.slice(1),
};
const login = { system_id: LOGIN.systemId, password: LOGIN.password };

async function connect(port: number): Promise<NetSmppPeer> {
  const peer = await connectNetSmpp(port);
  onTestFinished(() => peer.stop());
  return peer;
}

/** Starts the lab and binds Net::SMPP to it. */
async function bindToLab() {
  const lab = await startLab();
  onTestFinished(() => lab.stop());
  const peer = await connect(lab.port);
  peer.call('bind_transceiver', login);
  expect(await peer.next('bind_transceiver_resp')).toMatchObject({ status: ESME_ROK });
  return { lab, peer };
}

describe.skipIf(!hasNetSmpp)('Net::SMPP and the carrier lab', () => {
  it.each(['transmitter', 'receiver', 'transceiver'])('agree on a bind as %s', async (mode: string) => {
    const lab = await startLab();
    onTestFinished(() => lab.stop());
    const refused = await connect(lab.port);
    refused.call(`bind_${mode}`, { ...login, password: 'wrong' });
    expect(await refused.next(`bind_${mode}_resp`)).toMatchObject({ status: ESME_RINVPASWD });
    await refused.ended();
    const peer = await connect(lab.port);
    peer.call(`bind_${mode}`, login);
    expect(await peer.next(`bind_${mode}_resp`)).toMatchObject({
      status: ESME_ROK,
      system_id: 'carrier-lab',
      sc_interface_version: '34',
    });
    peer.call(`bind_${mode}`, login);
    expect(await peer.next(`bind_${mode}_resp`)).toMatchObject({ status: ESME_RALYBND });
    peer.call('unbind');
    expect(await peer.next('unbind_resp')).toMatchObject({ status: ESME_ROK });
    await peer.ended();
  });

  it.each([
    ['GSM 03.38', 'Grüße {€} [~] ^ \\ | £ Ça'],
    ['GSM 03.38 in parts', `${'€[x] '.repeat(60)}end`],
    ['UCS-2', 'Здравствуйте 😀'],
    ['UCS-2 in parts', 'Здравствуйте 😀 '.repeat(10)],
  ])('agree on a text in %s, on the ids of its parts and on their receipts', async (_coding, text) => {
    const { lab, peer } = await bindToLab();
    const ids: unknown[] = [];
    const receipts: unknown[] = [];
    const parts = splitMessage(text, 7);
    for (const { shortMessage, dataCoding, esmClass } of parts) {
      const fields = { ...addresses, registered_delivery: 1, data_coding: dataCoding, esm_class: esmClass };
      peer.call('submit_sm', fields, { short_message: shortMessage });
      const answer = await peer.next('submit_sm_resp');
      expect(answer).toMatchObject({ status: ESME_ROK });
      ids.push(answer.message_id);
      const receipt = await peer.next('deliver_sm');
      expect(receipt).toMatchObject({
        esm_class: 4,
        source_addr: addresses.destination_addr,
        destination_addr: addresses.source_addr,
        message_state: '02',
      });
      receipts.push(Buffer.from(String(receipt.receipted_message_id), 'hex').toString().replace('\0', ''));
      peer.call('deliver_sm_resp', { seq: receipt.seq ?? 0, message_id: '' });
    }
    expect(receipts).toEqual(ids);
    await lab.idle();
    expect(lab.stats().receipts).toMatchObject({ acknowledged: parts.length, retried: 0 });
    const submissions = lab.submissions().map(({ text: piece, part, total }) => ({ piece, part, total }));
    expect(submissions.map(({ piece }) => piece).join('')).toBe(text);
    expect(submissions.map(({ part, total }) => [part, total])).toEqual(
      parts.map((_, index) => [index + 1, parts.length]),
    );
  });

  it('agree on a refusal, which has no body', async () => {
    const { peer } = await bindToLab();
    peer.call('submit_sm', { ...addresses, destination_addr: '19995550199' });
    expect(await peer.next('submit_sm_resp')).toMatchObject({ status: ESME_RINVDSTADR });
  });

  it('agree on enquire_link both ways, and on unsupported commands', async () => {
    const { peer } = await bindToLab();
    peer.call('enquire_link', { seq: 77 });
    expect(await peer.next('enquire_link_resp')).toMatchObject({ status: ESME_ROK, seq: 77 });
    peer.raw(UNKNOWN_REQUEST);
    expect(await peer.next('generic_nack')).toMatchObject({ seq: 901, status: ESME_RINVCMDID });
    peer.call('enquire_link');
    await peer.next('enquire_link_resp');
  });
});

describe.skipIf(!hasNetSmpp)('Net::SMPP and our server', () => {
  async function bindToServer(mode: BindMode = 'transceiver') {
    const received = Promise.withResolvers<SubmitSm>();
    const bound = Promise.withResolvers<SmppServerSession>();
    const server = await createSmppServer({
      clock,
      enquireLinkMs: 100,
      authenticate: () => ESME_ROK,
      onSession(session) {
        session.onSubmitSm(received.resolve);
        bound.resolve(session);
      },
    });
    onTestFinished(() => server.close(0));
    const peer = await connect(server.port);
    peer.call(`bind_${mode}`, login);
    await peer.next(`bind_${mode}_resp`);
    return { peer, received: received.promise, session: await bound.promise };
  }

  it('agree on every field of a submit_sm and on its optional parameters', async () => {
    const { peer, received } = await bindToServer();
    const fields = {
      ...addresses,
      service_type: 'CMT',
      esm_class: 3,
      protocol_id: 0x41,
      priority_flag: 2,
      schedule_delivery_time: '261121120000000+',
      validity_period: '000000010000000R',
      registered_delivery: 1,
      replace_if_present_flag: 1,
      data_coding: 4,
      sm_default_msg_id: 9,
    };
    peer.call('submit_sm', fields, {
      short_message: Buffer.of(0, 1, 0x80, 0xff),
      user_message_reference: Buffer.of(0x12, 0x34),
    });
    const submit = await received;
    expect(submit).toMatchObject({
      serviceType: 'CMT',
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: addresses.source_addr,
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: addresses.destination_addr,
      esmClass: 3,
      protocolId: 0x41,
      priorityFlag: 2,
      scheduleDeliveryTime: '261121120000000+',
      validityPeriod: '000000010000000R',
      registeredDelivery: 1,
      replaceIfPresentFlag: 1,
      dataCoding: 4,
      smDefaultMsgId: 9,
    });
    expect(submit.shortMessage.toString('hex')).toBe('000180ff');
    expect(submit.tlvs.get(0x0204)?.toString('hex')).toBe('1234');
  });

  it('agree on enquire_link from the server', async () => {
    const { peer, session } = await bindToServer('receiver');
    const first = await peer.next('enquire_link');
    peer.call('enquire_link_resp', { seq: first.seq ?? 0 });
    const second = await peer.next('enquire_link');
    expect(Number(second.seq)).toBeGreaterThan(Number(first.seq));
    expect(session.isOpen).toBe(true);
  });
});
