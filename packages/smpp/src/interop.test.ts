/** Interoperability with npm `smpp`, an independent implementation of the standard. */
import { once } from 'node:events';
import type { SmppPdu } from 'smpp';
import { describe, expect, it } from 'vitest';
import { ESME_RINVCMDID, ESME_RINVPASWD, ESME_RTHROTTLED } from './command-status.ts';
import { parseConcatenation } from './concatenation.ts';
import { decodeText } from './data-coding.ts';
import { formatDeliveryReceipt, parseDeliveryReceipt } from './delivery-receipt.ts';
import { tlvsOf } from './named-tlvs.ts';
import { createPartJoiner } from './part-joiner.ts';
import type { DataSm, DeliverSm, SubmitSm } from './pdu.ts';
import { concatenationMethods, splitMessage } from './split-message.ts';
import { askNpm, bindNpmClient, startNpmServer } from './testing/npm-peer.ts';
import { connectTo, startServer } from './testing/session-pair.ts';
import { messageBody } from './udh.ts';

const PHONE = '12025550123';
const western = 'Ça va? «Grüße» '.repeat(20);
const euros = `${'€[x]'.repeat(50)}, Ça va? ${'é'.repeat(20)}`;
const smiles = '😀 Здравствуйте '.repeat(12);

describe('our client and an npm smpp server', () => {
  it.each([
    ['GSM 03.38', euros, 0],
    ['UCS-2', smiles, 8],
  ])('agree on a long text in %s, and on the ids of its parts', async (_coding, text, dataCoding) => {
    const received: string[] = [];
    const port = await startNpmServer((session) => {
      session.on('submit_sm', (pdu: SmppPdu) => {
        received.push((pdu.short_message as { message: string }).message);
        session.send(pdu.response({ message_id: `id-${received.length}` }));
      });
    });
    const client = await connectTo(port);
    const parts = splitMessage(text, 3);
    expect(parts[0]?.dataCoding).toBe(dataCoding);
    const answers = await Promise.all(
      parts.map((part) => client.submitSm({ destinationAddr: PHONE, ...part })),
    );
    expect(answers.map(({ messageId }) => messageId)).toEqual(parts.map((_, index) => `id-${index + 1}`));
    expect(received.join('')).toBe(text);
    await client.unbind();
    expect(await client.closed).toEqual({ reason: 'unbound' });
  });

  it('agree on refusals', async () => {
    const port = await startNpmServer((session) => {
      session.on('submit_sm', (pdu: SmppPdu) =>
        session.send(pdu.response({ command_status: ESME_RTHROTTLED })),
      );
    });
    await expect(connectTo(port, { password: 'wrong' })).rejects.toMatchObject({ status: ESME_RINVPASWD });
    const client = await connectTo(port);
    const answer = await client.submitSm({ destinationAddr: '1', shortMessage: Buffer.from('x') });
    expect(answer).toMatchObject({ status: ESME_RTHROTTLED, messageId: '' });
  });

  it('agree on a delivery receipt with optional parameters', async () => {
    const delivered = Promise.withResolvers<DeliverSm>();
    const answered = Promise.withResolvers<SmppPdu>();
    const port = await startNpmServer((session) => {
      session.on('bind_transceiver', () => {
        const fields = {
          esm_class: 4,
          source_addr: '12025550123',
          destination_addr: '12025550100',
          short_message: 'id:ab12 sub:001 dlvrd:000 stat:UNDELIV err:034 text:',
          receipted_message_id: 'AB12',
          message_state: 5,
        };
        session.deliver_sm(fields, answered.resolve);
      });
    });
    await connectTo(port, {
      onDeliverSm: async (pdu) => {
        delivered.resolve(pdu);
        return 0;
      },
    });
    const receipt = parseDeliveryReceipt(await delivered.promise);
    expect(receipt).toMatchObject({ messageId: 'AB12', state: 'undeliverable', error: '034' });
    expect(await answered.promise).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
  });

  it.each(concatenationMethods)('agree on a long text in Latin-1 with %s', async (concatenation) => {
    const received: SmppPdu[] = [];
    const port = await startNpmServer((session) => {
      session.on('submit_sm', (pdu: SmppPdu) => {
        received.push(pdu);
        session.send(pdu.response({ message_id: 'm' }));
      });
    });
    const client = await connectTo(port);
    for (const part of splitMessage(western, 0x1234, { concatenation, alphabet: 'latin1' }))
      await client.submitSm({ destinationAddr: PHONE, ...part });
    const texts = received.map((pdu) => {
      const body = concatenation === 'payload' ? pdu.message_payload : pdu.short_message;
      return (body as { message: string }).message;
    });
    expect(texts.join('')).toBe(western);
    if (concatenation === 'sar')
      expect(
        received.map(({ sar_msg_ref_num, sar_total_segments, sar_segment_seqnum }) => [
          sar_msg_ref_num,
          sar_total_segments,
          sar_segment_seqnum,
        ]),
      ).toEqual(received.map((_, index) => [0x1234, received.length, index + 1]));
  });

  it('agree on a receipt in a data_sm', async () => {
    const delivered = Promise.withResolvers<DataSm>();
    const answered = Promise.withResolvers<SmppPdu>();
    const port = await startNpmServer((session) => {
      session.on('bind_transceiver', () => {
        const fields = { source_addr: PHONE, esm_class: 4, receipted_message_id: 'AB1', message_state: 5 };
        void askNpm(session, 'data_sm', fields).then(answered.resolve);
      });
    });
    await connectTo(port, {
      onDataSm(pdu) {
        delivered.resolve(pdu);
        return 0;
      },
    });
    expect(await answered.promise).toMatchObject({ command: 'data_sm_resp', command_status: 0 });
    expect(parseDeliveryReceipt(await delivered.promise)).toMatchObject({
      messageId: 'AB1',
      state: 'undeliverable',
    });
  });
});

describe('our server and an npm smpp client', () => {
  it('agree on binding, submitting, enquiring and unbinding', async () => {
    const received: SubmitSm[] = [];
    const { server } = await startServer({
      authenticate: ({ password }) => (password === 'secret' ? 0 : ESME_RINVPASWD),
      onSession: (session) =>
        session.onSubmitSm((submit) => {
          received.push(submit);
          session.respond(submit, { status: 0, messageId: '1f' });
        }),
    });
    expect((await bindNpmClient(server.port, 'wrong')).answer.command_status).toBe(ESME_RINVPASWD);
    const { session, answer } = await bindNpmClient(server.port);
    expect(answer.command_status).toBe(0);
    const text = 'Grüße: 5 € {ok}';
    // By default npm smpp sends GSM 03.38 with data_coding 1, which is ASCII in the standard.
    const fields = { destination_addr: '12025550123', data_coding: 0, short_message: text };
    const submitted = await askNpm(session, 'submit_sm', fields);
    expect(submitted).toMatchObject({ command_status: 0, message_id: '1f' });
    expect(received).toHaveLength(1);
    const [submit] = received;
    expect(submit && decodeText(submit.shortMessage, submit.dataCoding)).toBe(text);
    expect(await askNpm(session, 'enquire_link')).toMatchObject({ command: 'enquire_link_resp' });
    expect(await askNpm(session, 'query_sm', { message_id: '1f' })).toMatchObject({
      command: 'generic_nack',
      command_status: ESME_RINVCMDID,
    });
    expect(await askNpm(session, 'unbind')).toMatchObject({ command: 'unbind_resp', command_status: 0 });
  });

  it('agree on the concatenation of a part', async () => {
    const received = Promise.withResolvers<SubmitSm>();
    const { server } = await startServer({ onSession: (session) => session.onSubmitSm(received.resolve) });
    const { session } = await bindNpmClient(server.port);
    const udh = Buffer.of(5, 0, 3, 42, 2, 1);
    session.submit_sm({ destination_addr: '1', short_message: { udh, message: 'first half' } });
    const place = parseConcatenation(await received.promise);
    expect(place).toMatchObject({ ref: 42, total: 2, part: 1 });
    expect(place && decodeText(place.payload, 0)).toBe('first half');
  });

  it('agree on a delivery receipt', async () => {
    const { server, nextSession } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const received = new Promise<SmppPdu>((resolve) => {
      session.on('deliver_sm', (pdu: SmppPdu) => {
        session.send(pdu.response());
        resolve(pdu);
      });
    });
    const fields = formatDeliveryReceipt({
      messageId: 'ab_1',
      state: 'delivered',
      submittedAt: 0,
      doneAt: 60_000,
    });
    const answer = await (await nextSession()).deliverSm({
      sourceAddr: '1',
      destinationAddr: '2',
      ...fields,
    });
    expect(answer.status).toBe(0);
    expect(await received).toMatchObject({ esm_class: 4, receipted_message_id: 'ab_1', message_state: 2 });
  });

  it('agree that submit_multi is not supported, and the session stays open', async () => {
    const { server } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const dest_address = [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: PHONE }];
    expect(await askNpm(session, 'submit_multi', { dest_address, short_message: 'Hello' })).toMatchObject({
      command: 'generic_nack',
      command_status: ESME_RINVCMDID,
    });
    expect(await askNpm(session, 'enquire_link')).toMatchObject({ command: 'enquire_link_resp' });
  });

  it('agree on a receipt in a data_sm', async () => {
    const { server, nextSession } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const received = once(session, 'data_sm') as Promise<[SmppPdu]>;
    session.on('data_sm', (pdu: SmppPdu) => session.send(pdu.response({ message_id: 'theirs' })));
    const tlvs = tlvsOf({ receiptedMessageId: 'm1', messageState: 2 });
    const answer = await (await nextSession()).dataSm({ sourceAddr: PHONE, esmClass: 4, tlvs });
    expect(answer).toMatchObject({ status: 0, messageId: 'theirs' });
    const [receipt] = await received;
    expect(receipt).toMatchObject({ source_addr: PHONE, receipted_message_id: 'm1', message_state: 2 });
  });

  it('agree on a long text with the sar parameters, and reassemble it', async () => {
    const received: SubmitSm[] = [];
    const { server } = await startServer({
      onSession: (own) =>
        own.onSubmitSm((pdu) => {
          received.push(pdu);
          own.respond(pdu, { status: 0, messageId: 'm' });
        }),
    });
    const { session } = await bindNpmClient(server.port);
    for (const [index, message] of ['second half', 'first half, '].entries()) {
      await askNpm(session, 'submit_sm', {
        destination_addr: PHONE,
        data_coding: 0,
        short_message: message,
        sar_msg_ref_num: 0x1234,
        sar_total_segments: 2,
        sar_segment_seqnum: 2 - index,
      });
    }
    const joiner = createPartJoiner();
    const texts = received.map((pdu) => {
      const { payload } = messageBody(pdu);
      return joiner.add({ source: '', concatenation: parseConcatenation(pdu), payload, dataCoding: 0 })?.text;
    });
    expect(texts).toEqual([undefined, 'first half, second half']);
  });
});
