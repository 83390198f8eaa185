/** Checks every PDU that we write with Wireshark. */
import { silentLog } from '@textprobe/gateways/log';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { recordHandlers } from '@textprobe/gateways/testing/recorded-handlers';
import { submit } from '@textprobe/gateways/testing/running-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { connectSmppClient } from '@textprobe/smpp/client';
import { encodePdu } from '@textprobe/smpp/codec';
import type { Pdu } from '@textprobe/smpp/pdu';
import { concatenationMethods } from '@textprobe/smpp/split-message';
import { arbitraryPdu } from '@textprobe/smpp/testing/arbitrary-pdu';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';
import { ESM_UDHI } from '@textprobe/smpp/udh';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOGIN, OFFICE, PHONES, startLab } from './carrier-side.ts';
import { recordFigure } from './figures.ts';
import { hasTshark } from './foreign-programs.ts';
import { expectedFields, expectedParameters } from './wireshark/expected-dissection.ts';
import { pdusOf, startRecordingProxy } from './wireshark/recording-proxy.ts';
import { complaints, type Dissection, dissect, type Layers, type Segment } from './wireshark/tshark.ts';
import { writtenPdus } from './wireshark/written-pdus.ts';

const RANDOM_PDUS = 1_000;
/** The number of commands in the library, including responses and generic_nack. */
const COMMANDS = 18;

const clientSegment = (pdu: Pdu): Segment => ({ from: 'client', octets: encodePdu(pdu) });
/** The SMPP layers of a packet, one for each PDU that ends in it. */
const smppOf = (layers: Layers) => [layers.smpp ?? []].flat() as Dissection[];

function parametersOf(smpp: Dissection): Dissection[] {
  const all = smpp['smpp.opt_params'] as Dissection | undefined;
  return [all?.['smpp.opt_param'] ?? []].flat() as Dissection[];
}

/** Wireshark's values of the expected fields. */
function seenFields(smpp: Dissection, expected: object) {
  return Object.fromEntries(Object.keys(expected).map((field) => [field, smpp[field]]));
}

describe.skipIf(!hasTshark)('Wireshark', () => {
  it('reads every PDU that we write as intended', async () => {
    const written = writtenPdus();
    expect(new Set(written.map(({ pdu }) => pdu.command)).size).toBe(COMMANDS);
    const packets = await dissect(written.map(({ pdu }) => clientSegment(pdu)));
    expect(packets).toHaveLength(written.length);
    for (const [index, { pdu, sees = {} }] of written.entries()) {
      const layers = packets[index] ?? {};
      const [smpp = {}, ...more] = smppOf(layers);
      const expected = expectedFields(pdu);
      const parameters = parametersOf(smpp);
      expect(complaints(layers), pdu.command).toEqual([]);
      expect(more).toEqual([]);
      expect(seenFields(smpp, expected)).toEqual(expected);
      expect(
        parameters.map((parameter) => ({
          tag: parameter['smpp.opt_param_tag'],
          length: parameter['smpp.opt_param_len'],
        })),
      ).toEqual(expectedParameters(pdu));
      expect(Object.assign({}, smpp, ...parameters)).toMatchObject(sees);
    }
    recordFigure(
      `Wireshark: ${written.length} PDUs of ${COMMANDS} commands, none malformed, every field as intended.`,
    );
  });

  it(`finds ${RANDOM_PDUS} random PDUs well-formed, with our octets`, async () => {
    const commands = new Set(writtenPdus().map(({ pdu }) => pdu.command));
    const ours = arbitraryPdu.filter(({ command }) => commands.has(command)).map(plain);
    const pdus = fc.sample(ours, { seed: 1, numRuns: RANDOM_PDUS });
    const packets = await dissect(pdus.map(clientSegment));
    for (const [index, pdu] of pdus.entries()) {
      const layers = packets[index] ?? {};
      const [smpp = {}] = smppOf(layers);
      expect(complaints(layers), JSON.stringify(pdu)).toEqual([]);
      expect(smpp['smpp.sequence_number']).toBe(String(pdu.sequence));
      if ('shortMessage' in pdu) expect(smpp['smpp.message']).toBe(expectedFields(pdu)['smpp.message']);

      expect(parametersOf(smpp), JSON.stringify(pdu)).toHaveLength(expectedParameters(pdu).length);
    }
  });

  it('reports a malformed PDU', async () => {
    const whole = encodePdu({ ...(writtenPdus()[0] as { pdu: Pdu }).pdu });
    const short = Buffer.from(whole.subarray(0, -4));
    short.writeUInt32BE(short.length, 0);
    const [layers = {}] = await dissect([{ from: 'client', octets: short }]);
    expect(complaints(layers)).not.toEqual([]);
  });

  it.each(concatenationMethods)(
    'follows a session of the gateway with the lab by %s, PDU by PDU',
    async (concatenation) => {
      const lab = await startLab();
      const proxy = await startRecordingProxy(lab.port);
      onTestFinished(async () => {
        await proxy.close();
        await lab.stop();
      });
      const check = checkSmppSettings({ host: '127.0.0.1', port: proxy.port, ...LOGIN, concatenation });
      if (!check.ok) throw new Error(check.faults.join(' '));
      const deps = { clock, log: silentLog, share: createSoleShare(clock) };
      const gateway = createSmppGateway({ ...deps, name: 'lab', settings: check.settings });
      const handlers = recordHandlers();
      gateway.start(handlers);
      await handlers.until(() => gateway.capacity() > 0);
      const texts = ['Hello', `${'€[x] '.repeat(60)}Ça`, 'Здравствуйте 😀 '.repeat(10)];
      const receipts = texts.map(async (text, index) => {
        const to = PHONES[index]?.phoneNumber ?? '';
        const outcome = await submit(gateway, { reference: to, from: OFFICE, to, text, media: [] });
        return outcome.kind === 'accepted' ? outcome.parts.length : 0;
      });
      const expected = (await Promise.all(receipts)).reduce((sum, count) => sum + count, 0);
      expect(await submit(gateway, { ...refused, media: [] })).toMatchObject({ kind: 'rejected' });
      await handlers.until(() => handlers.receipts.length === expected);
      await lab.idle();
      await gateway.stop(2_000);
      await expectFollowed(proxy.segments);
      expect(pdusOf(proxy.segments, 'client')).toHaveLength(2 * expected + 3);
    },
  );

  it('follows sessions of our client with the lab: a refused bind, and enquire_link', async () => {
    const lab = await startLab();
    const proxies = [await startRecordingProxy(lab.port), await startRecordingProxy(lab.port)] as const;
    onTestFinished(async () => {
      for (const proxy of proxies) await proxy.close();
      await lab.stop();
    });
    const options = { host: '127.0.0.1', ...LOGIN, clock, enquireLinkMs: 20 };
    const wrong = connectSmppClient({ ...options, port: proxies[0].port, password: 'wrong' });
    await expect(wrong).rejects.toThrow('refused');
    const client = await connectSmppClient({ ...options, port: proxies[1].port });
    const hasEnquired = () =>
      pdusOf(proxies[1].segments, 'server').some((pdu) => pdu.startsWith('0x80000015'));
    while (!hasEnquired()) await clock.sleep(5);
    await client.unbind();
    for (const { segments } of proxies) await expectFollowed(segments);
  });
});

const refused = { reference: 'refused', from: OFFICE, to: '+19995550199', text: 'Hello' };

/** Removes what Wireshark would examine and reject, and what the standard does not allow. */
function plain(pdu: Pdu): Pdu {
  if (pdu.command !== 'submit_sm' && pdu.command !== 'deliver_sm')
    return 'tlvs' in pdu ? { ...pdu, tlvs: new Map() } : pdu;
  const withoutHeader = pdu.esmClass & ~ESM_UDHI;
  // Vendor-specific tags, whose meaning Wireshark does not know.
  const tlvs = new Map([...pdu.tlvs].map(([tag, value]) => [0x1400 + (tag % 0x100), value]));
  return { ...pdu, scheduleDeliveryTime: '', validityPeriod: '', esmClass: withoutHeader, tlvs };
}

/** Expects Wireshark to see the same PDUs in the same order on both sides, without complaints. */
async function expectFollowed(segments: readonly Segment[]): Promise<void> {
  const packets = await dissect(segments);
  expect(packets.flatMap(complaints)).toEqual([]);
  for (const from of ['client', 'server'] as const) {
    const seen = packets
      .filter((_, index) => segments[index]?.from === from)
      .flatMap(smppOf)
      .map((smpp) => `${smpp['smpp.command_id'] as string} ${smpp['smpp.sequence_number'] as string}`);
    expect(seen).toEqual(pdusOf(segments, from));
  }
}
