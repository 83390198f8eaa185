/** Net::SMPP as the SMSC of our clients: of the SMPP library, and of the gateway on top of it. */
import { silentLog } from '@textprobe/gateways/log';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { recordHandlers } from '@textprobe/gateways/testing/recorded-handlers';
import { submit } from '@textprobe/gateways/testing/running-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { connectSmppClient, type SmppClient, type SmppClientOptions } from '@textprobe/smpp/client';
import {
  ESME_RINVCMDID,
  ESME_RINVPASWD,
  ESME_ROK,
  ESME_RSYSERR,
  ESME_RTHROTTLED,
} from '@textprobe/smpp/command-status';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliverSm } from '@textprobe/smpp/pdu';
import { splitMessage } from '@textprobe/smpp/split-message';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOGIN } from './carrier-side.ts';
import { hasNetSmpp } from './foreign-programs.ts';
import { listenNetSmpp, type NetSmppPeer, UNKNOWN_REQUEST } from './net-smpp/net-smpp.ts';

const text = Buffer.from('Hello');

async function listen() {
  const peer = await listenNetSmpp();
  onTestFinished(() => peer.stop());
  return peer;
}

/** Binds our client to Net::SMPP. */
async function bind(
  options: Partial<SmppClientOptions> = {},
): Promise<{ peer: NetSmppPeer; client: SmppClient }> {
  const peer = await listen();
  const connecting = connectSmppClient({ host: '127.0.0.1', port: peer.port, ...LOGIN, clock, ...options });
  const mode = options.bind ?? 'transceiver';
  const request = await peer.next(`bind_${mode}`);
  peer.call(`bind_${mode}_resp`, { seq: request.seq ?? 0, system_id: 'perl' });
  const client = await connecting;
  onTestFinished(() => client.destroy());
  return { peer, client };
}

const receiptText = (id: string, stat = 'DELIVRD', err = '000') =>
  Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${stat} err:${err} text:Hello`,
  );

describe.skipIf(!hasNetSmpp)('our client and Net::SMPP', () => {
  it.each(['transmitter', 'receiver', 'transceiver'] as const)('agree on a bind as %s', async (mode) => {
    const { peer, client } = await bind({ bind: mode, systemType: 'VMA' });
    expect(client.isOpen).toBe(true);
    const unbind = client.unbind();
    const request = await peer.next('unbind');
    peer.call('unbind_resp', { seq: request.seq ?? 0 });
    await unbind;
    expect(await client.closed).toEqual({ reason: 'unbound' });
  });

  it('agree on a bind that is refused, although the refusal has a body', async () => {
    const peer = await listen();
    const connecting = connectSmppClient({ host: '127.0.0.1', port: peer.port, ...LOGIN, clock });
    const request = await peer.next('bind_transceiver');
    expect(request).toMatchObject({
      system_id: LOGIN.systemId,
      password: LOGIN.password,
      interface_version: 0x34,
    });
    peer.call('bind_transceiver_resp', { seq: request.seq ?? 0, status: ESME_RINVPASWD, system_id: 'perl' });
    await expect(connecting).rejects.toMatchObject({ status: ESME_RINVPASWD });
  });

  it.each([
    ['GSM 03.38', `${'€[x] '.repeat(60)}Ça`, 3],
    ['UCS-2', 'Здравствуйте 😀 '.repeat(10), 3],
  ])('agree on the parts of a text in %s, answered last part first', async (_coding, text) => {
    const { peer, client } = await bind();
    const parts = splitMessage(text, 200);
    expect(parts.length).toBeGreaterThan(1);
    const sending = parts.map((part) => client.submitSm({ destinationAddr: '12025550123', ...part }));
    const received = [];
    for (const { shortMessage, dataCoding } of parts) {
      const submit = await peer.next('submit_sm');
      expect(submit).toMatchObject({
        short_message: shortMessage.toString('hex'),
        data_coding: dataCoding,
        esm_class: 0x40,
        destination_addr: '12025550123',
      });
      received.push(submit);
    }
    for (const submit of received.toReversed())
      peer.call('submit_sm_resp', { seq: submit.seq ?? 0, message_id: `id-${submit.seq}` });
    const answers = await Promise.all(sending);
    expect(answers.map(({ messageId }) => messageId)).toEqual(received.map(({ seq }) => `id-${seq}`));
  });

  it('agree on every optional parameter of a submit_sm', async () => {
    const { peer, client } = await bind();
    const tlvs = new Map([
      [0x0204, Buffer.of(0x12, 0x34)],
      [0x020c, Buffer.of(0, 7)],
      [0x020e, Buffer.of(2)],
      [0x020f, Buffer.of(1)],
      [0x0424, Buffer.from('x'.repeat(600))],
    ]);
    const sending = client.submitSm({ destinationAddr: '1', shortMessage: Buffer.alloc(0), tlvs });
    const submit = await peer.next('submit_sm');
    expect(submit).toMatchObject({
      short_message: '',
      user_message_reference: '1234',
      sar_msg_ref_num: '0007',
      sar_total_segments: '02',
      sar_segment_seqnum: '01',
      message_payload: '78'.repeat(600),
    });
    peer.call('submit_sm_resp', { seq: submit.seq ?? 0, message_id: '1' });
    await sending;
  });

  it('agree on refusals: with a body, as generic_nack, and with an id in addition to the error', async () => {
    const { peer, client } = await bind();
    const answers = [
      ['submit_sm_resp', { status: ESME_RTHROTTLED, message_id: '' }],
      ['submit_sm_resp', { status: ESME_RSYSERR, message_id: 'lost' }],
      ['generic_nack', { status: ESME_RINVCMDID }],
    ] as const;
    for (const [method, args] of answers) {
      const sending = client.submitSm({ destinationAddr: '1', shortMessage: text });
      const submit = await peer.next('submit_sm');
      peer.call(method, { ...args, seq: submit.seq ?? 0 });
      expect((await sending).status).toBe(args.status);
    }
  });

  it('agree on receipts: text alone, with optional parameters, and a text from a phone', async () => {
    const received: DeliverSm[] = [];
    const { peer } = await bind({
      async onDeliverSm(pdu) {
        received.push(pdu);
        return ESME_ROK;
      },
    });
    const to = { source_addr: '12025550123', destination_addr: '12025550100' };
    peer.call('deliver_sm', { ...to, esm_class: 4 }, { short_message: receiptText('0A1B') });
    peer.call(
      'deliver_sm',
      { ...to, esm_class: 4 },
      {
        short_message: receiptText('17', 'UNDELIV', '027'),
        receipted_message_id: Buffer.from('AB-17\0'),
        message_state: Buffer.of(5),
      },
    );
    peer.call('deliver_sm', { ...to, data_coding: 8 }, { short_message: Buffer.from('041F0440', 'hex') });
    for (const _ of [1, 2, 3]) {
      expect(await peer.next('deliver_sm_resp')).toMatchObject({ status: ESME_ROK, message_id: '' });
    }
    expect(received.map((pdu) => parseDeliveryReceipt(pdu))).toMatchObject([
      { messageId: '0A1B', state: 'delivered', error: null },
      { messageId: 'AB-17', state: 'undeliverable', error: '027' },
      null,
    ]);
  });

  it('agree on enquire_link both ways, and on unsupported commands', async () => {
    const { peer, client } = await bind({ enquireLinkMs: 100 });
    const request = await peer.next('enquire_link');
    peer.call('enquire_link', { seq: 900 });
    expect(await peer.next('enquire_link_resp')).toMatchObject({ seq: 900 });
    peer.call('enquire_link_resp', { seq: request.seq ?? 0 });
    peer.raw(UNKNOWN_REQUEST);
    expect(await peer.next('generic_nack')).toMatchObject({ seq: 901, status: ESME_RINVCMDID });
    peer.call('unbind', { seq: 902 });
    expect(await peer.next('unbind_resp')).toMatchObject({ seq: 902, status: ESME_ROK });
    expect(await client.closed).toEqual({ reason: 'unbound by the peer' });
  });
});

describe.skipIf(!hasNetSmpp)('our gateway and Net::SMPP', () => {
  it('exchange a long message and its receipts, and unbind', async () => {
    const peer = await listen();
    const check = checkSmppSettings({ host: '127.0.0.1', port: peer.port, ...LOGIN });
    if (!check.ok) throw new Error(check.faults.join(' '));
    const deps = { clock, log: silentLog, share: createSoleShare(clock) };
    const gateway = createSmppGateway({ ...deps, name: 'perl', settings: check.settings });
    const handlers = recordHandlers();
    gateway.start(handlers);
    const request = await peer.next('bind_transceiver');
    peer.call('bind_transceiver_resp', { seq: request.seq ?? 0, system_id: 'perl' });
    await handlers.until(() => handlers.calls > 0);

    const message = { reference: 'one', from: '+12025550100', to: '+12025550123', media: [] };
    const submitting = submit(gateway, { ...message, text: 'Здравствуйте 😀 '.repeat(10) });
    const parts = splitMessage('Здравствуйте 😀 '.repeat(10), 0).length;
    for (let part = 1; part <= parts; part += 1) {
      const submit = await peer.next('submit_sm');
      expect(submit).toMatchObject({
        source_addr: '12025550100',
        destination_addr: '12025550123',
        source_addr_ton: 1,
        dest_addr_npi: 1,
        registered_delivery: 1,
      });
      peer.call('submit_sm_resp', { seq: submit.seq ?? 0, message_id: `00${part}A` });
    }
    expect(await submitting).toMatchObject({
      kind: 'accepted',
      parts: Array.from({ length: parts }, (_, index) => ({ providerId: `00${index + 1}A` })),
    });

    for (let part = 1; part <= parts; part += 1) {
      const addresses = { source_addr: '12025550123', destination_addr: '12025550100', source_addr_ton: 1 };
      peer.call('deliver_sm', { ...addresses, esm_class: 4 }, { short_message: receiptText(`00${part}A`) });
      expect(await peer.next('deliver_sm_resp')).toMatchObject({ status: ESME_ROK });
      expect(handlers.receipts.at(-1)).toMatchObject({
        providerId: `00${part}A`,
        state: 'delivered',
        recipient: '12025550123',
      });
      expect(handlers.receipts.at(-1)?.idVariants).toContain(`${part}a`);
    }

    const stopping = gateway.stop(2_000);
    const unbind = await peer.next('unbind');
    peer.call('unbind_resp', { seq: unbind.seq ?? 0 });
    await stopping;
    expect(gateway.state().link).toBe('stopped');
  });
});
