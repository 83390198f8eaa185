/** What goes beside submit_sm and deliver_sm, with npm `smpp` as the other side in both roles. */
import { once } from 'node:events';
import type { SmppPdu, SmppSession } from 'smpp';
import { describe, expect, it } from 'vitest';
import { ESME_RCANCELFAIL, ESME_RINVCMDID, ESME_RINVMSGID } from './command-status.ts';
import { decodeText } from './data-coding.ts';
import { parseDeliveryReceipt } from './delivery-receipt.ts';
import { readTlv, tlvsOf } from './named-tlvs.ts';
import { createPartJoiner } from './part-joiner.ts';
import { parseConcatenation } from './concatenation.ts';
import type { DataSm, Pdu, SubmitSm } from './pdu.ts';
import { concatenationWays, splitMessage } from './split-message.ts';
import { askNpm, bindNpmClient, startNpmServer } from './testing/npm-peer.ts';
import { connectTo, startServer } from './testing/session-pair.ts';
import { messageBody } from './udh.ts';

const PHONE = '12025550123';
const western = 'Ça va? «Grüße» '.repeat(20);

describe('our client and an npm smpp server, beside submit_sm,', () => {
  /** The server answers each request of `answers` with these fields, and keeps what it heard. */
  async function connectToNpm(answers: Record<string, object>) {
    const heard: SmppPdu[] = [];
    let open: SmppSession | undefined;
    const port = await startNpmServer((session) => {
      open = session;
      for (const [command, fields] of Object.entries(answers)) {
        session.on(command, (pdu: SmppPdu) => {
          heard.push(pdu);
          session.send(pdu.response({ ...fields }));
        });
      }
    });
    const delivered = Promise.withResolvers<DataSm>();
    const alerted = Promise.withResolvers<Pdu>();
    const client = await connectTo(port, {
      onDataSm: async (pdu) => {
        delivered.resolve(pdu);
        return 0;
      },
      onAlertNotification: alerted.resolve,
    });
    if (!open) throw new Error('nobody is bound');
    return { client, heard, session: open, delivered: delivered.promise, alerted: alerted.promise };
  }

  it('agree on data_sm', async () => {
    const { client, heard } = await connectToNpm({ data_sm: { message_id: 'd1' } });
    const tlvs = tlvsOf({ messagePayload: Buffer.from('Hello') });
    const answer = await client.dataSm({
      destAddrTon: 1,
      destinationAddr: PHONE,
      registeredDelivery: 1,
      tlvs,
    });
    expect(answer).toMatchObject({ command: 'data_sm_resp', status: 0, messageId: 'd1' });
    expect(heard).toMatchObject([
      {
        dest_addr_ton: 1,
        destination_addr: PHONE,
        registered_delivery: 1,
        message_payload: { message: 'Hello' },
      },
    ]);
  });

  it('agree on query_sm, cancel_sm and replace_sm, and on their refusal', async () => {
    const { client, heard } = await connectToNpm({
      query_sm: { message_id: 'm1', message_state: 2, error_code: 7 },
      cancel_sm: { command_status: ESME_RCANCELFAIL },
      replace_sm: {},
    });
    expect(await client.querySm({ messageId: 'm1', sourceAddr: '1' })).toMatchObject({
      status: 0,
      messageId: 'm1',
      messageState: 2,
      errorCode: 7,
    });
    const cancelled = await client.cancelSm({ messageId: 'm1', destinationAddr: PHONE });
    expect(cancelled).toMatchObject({ command: 'cancel_sm_resp', status: ESME_RCANCELFAIL });
    const replacement = { messageId: 'm1', registeredDelivery: 1, shortMessage: Buffer.from('Other') };
    expect(await client.replaceSm(replacement)).toMatchObject({ command: 'replace_sm_resp', status: 0 });
    expect(heard).toMatchObject([
      { command: 'query_sm', message_id: 'm1', source_addr: '1' },
      { command: 'cancel_sm', message_id: 'm1', destination_addr: PHONE },
      { command: 'replace_sm', message_id: 'm1', registered_delivery: 1 },
    ]);
    // Without a data_coding npm smpp leaves the text in octets.
    expect(String(heard[2]?.short_message)).toBe('Other');
  });

  it('agree on a receipt by data_sm, and on alert_notification', async () => {
    const { session, delivered, alerted } = await connectToNpm({});
    const fields = { source_addr: PHONE, esm_class: 4, receipted_message_id: 'AB1', message_state: 5 };
    const answer = await askNpm(session, 'data_sm', fields);
    expect(answer).toMatchObject({ command: 'data_sm_resp', command_status: 0 });
    expect(parseDeliveryReceipt(await delivered)).toMatchObject({ messageId: 'AB1', state: 'undeliverable' });
    session.alert_notification({ source_addr: PHONE, esme_addr: '1', ms_availability_status: 0 });
    const alert = await alerted;
    expect(alert).toMatchObject({ command: 'alert_notification', sourceAddr: PHONE, esmeAddr: '1' });
    expect('tlvs' in alert && readTlv(alert.tlvs, 'msAvailabilityStatus')).toBe(0);
  });

  it.each(concatenationWays)('agree on a long text in Latin-1 by %s', async (concatenation) => {
    const { client, heard } = await connectToNpm({ submit_sm: { message_id: 'm' } });
    for (const part of splitMessage(western, 0x1234, { concatenation, alphabet: 'latin1' }))
      await client.submitSm({ destinationAddr: PHONE, ...part });
    const texts = heard.map((pdu) => {
      const body = concatenation === 'payload' ? pdu.message_payload : pdu.short_message;
      return (body as { message: string }).message;
    });
    expect(texts.join('')).toBe(western);
    if (concatenation === 'sar')
      expect(
        heard.map(({ sar_msg_ref_num, sar_total_segments, sar_segment_seqnum }) => [
          sar_msg_ref_num,
          sar_total_segments,
          sar_segment_seqnum,
        ]),
      ).toEqual(heard.map((_, index) => [0x1234, heard.length, index + 1]));
  });
});

describe('our server and an npm smpp client, beside submit_sm,', () => {
  it('agree on data_sm, query_sm, cancel_sm and replace_sm', async () => {
    const { server, nextSession } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const own = await nextSession();
    const texts: string[] = [];
    own.onDataSm((pdu) => {
      texts.push(decodeText(messageBody(pdu).payload, pdu.dataCoding));
      own.respond(pdu, { status: 0, messageId: 'd1' });
    });
    own.onQuerySm((pdu) => own.respond(pdu, { status: 0, messageState: 2, errorCode: 9 }));
    own.onCancelSm((pdu) => own.respond(pdu, { status: pdu.messageId === 'm1' ? 0 : ESME_RINVMSGID }));
    own.onReplaceSm((pdu) =>
      own.respond(pdu, { status: String(pdu.shortMessage) === 'Other' ? 0 : ESME_RINVMSGID }),
    );
    const data = { destination_addr: PHONE, data_coding: 3, message_payload: 'Grüße' };
    expect(await askNpm(session, 'data_sm', data)).toMatchObject({ command_status: 0, message_id: 'd1' });
    expect(texts).toEqual(['Grüße']);
    expect(await askNpm(session, 'query_sm', { message_id: 'm1' })).toMatchObject({
      command: 'query_sm_resp',
      message_id: 'm1',
      message_state: 2,
      error_code: 9,
    });
    expect(await askNpm(session, 'cancel_sm', { message_id: 'm1' })).toMatchObject({ command_status: 0 });
    expect(await askNpm(session, 'cancel_sm', { message_id: 'x' })).toMatchObject({
      command: 'cancel_sm_resp',
      command_status: ESME_RINVMSGID,
    });
    const other = { message_id: 'm1', short_message: 'Other' };
    expect(await askNpm(session, 'replace_sm', other)).toMatchObject({
      command: 'replace_sm_resp',
      command_status: 0,
    });
  });

  it('agree on what is not spoken here, submit_multi, and go on', async () => {
    const { server } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const dest_address = [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: PHONE }];
    expect(await askNpm(session, 'submit_multi', { dest_address, short_message: 'Hello' })).toMatchObject({
      command: 'generic_nack',
      command_status: ESME_RINVCMDID,
    });
    expect(await askNpm(session, 'enquire_link')).toMatchObject({ command: 'enquire_link_resp' });
  });

  it('agree on what it is sent: data_sm and alert_notification', async () => {
    const { server, nextSession } = await startServer();
    const { session } = await bindNpmClient(server.port);
    const own = await nextSession();
    const heard = once(session, 'data_sm') as Promise<[SmppPdu]>;
    session.on('data_sm', (pdu: SmppPdu) => session.send(pdu.response({ message_id: 'theirs' })));
    const tlvs = tlvsOf({ receiptedMessageId: 'm1', messageState: 2 });
    expect(await own.dataSm({ sourceAddr: PHONE, esmClass: 4, tlvs })).toMatchObject({
      status: 0,
      messageId: 'theirs',
    });
    const [receipt] = await heard;
    expect(receipt).toMatchObject({ source_addr: PHONE, receipted_message_id: 'm1', message_state: 2 });
    const alerted = once(session, 'alert_notification') as Promise<[SmppPdu]>;
    own.alertNotification({ sourceAddr: PHONE, esmeAddr: '1', tlvs: tlvsOf({ msAvailabilityStatus: 1 }) });
    const [alert] = await alerted;
    expect(alert).toMatchObject({ source_addr: PHONE, esme_addr: '1', ms_availability_status: 1 });
  });

  it('agree on a long text by the sar parameters, which comes whole', async () => {
    const heard: SubmitSm[] = [];
    const { server } = await startServer({
      onSession: (own) =>
        own.onSubmitSm((pdu) => {
          heard.push(pdu);
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
    const told = heard.map((pdu) => {
      const { payload } = messageBody(pdu);
      return joiner.add({ source: '', concatenation: parseConcatenation(pdu), payload, dataCoding: 0 })?.text;
    });
    expect(told).toEqual([undefined, 'first half, second half']);
  });
});
