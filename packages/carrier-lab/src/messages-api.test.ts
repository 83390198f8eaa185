/** The lab's Messages API as a client sees it, with files and callbacks; in real but short time. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { realClock } from '@textprobe/smpp/testing/real-clock';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { type CarrierLab, createCarrierLab } from './lab.ts';
import { loadScenario } from './scenario.ts';
import { createRecordingLog } from './testing/recording-log.ts';
import type { TruthEvent, TruthSink } from './truth-event.ts';

const PHONE = '+12125550101';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A sender: serves files, and accepts status callbacks and handset reports. */
async function startSender(files: Readonly<Record<string, readonly [type: string, content: Buffer]>>) {
  const statuses: URLSearchParams[] = [];
  const received: FormData[] = [];
  const texts: object[] = [];
  const signatures: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const file = files[request.url ?? ''];
      if (request.url === '/status') {
        statuses.push(new URLSearchParams(body.toString()));
        signatures.push(String(request.headers['x-twilio-signature']));
      } else if (request.url?.endsWith('/mms')) {
        const headers = { 'content-type': request.headers['content-type'] ?? '' };
        received.push(await new Response(new Uint8Array(body), { headers }).formData());
      } else if (request.url?.endsWith('/sms')) {
        texts.push(JSON.parse(body.toString()));
      } else if (file === undefined) response.statusCode = 404;
      else return response.setHeader('content-type', file[0]).end(file[1]);
      return response.end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, statuses, signatures, received, texts };
}

async function startLab(
  target: string,
  everyCarrier: object,
  script: object[] = [],
  truth: TruthSink = () => undefined,
): Promise<CarrierLab> {
  const lab = await createCarrierLab({
    truth,
    clock: realClock,
    log: createRecordingLog(),
    scenario: loadScenario(JSON.stringify({ everyCarrier, script })),
    seed: 1,
    systemId: 'lab',
    password: 'secret',
    target,
    handsets: [{ phoneNumber: PHONE, carrier: 'AT&T', key: 'key' }],
  });
  closing.push(() => lab.stop());
  return lab;
}

function submit({ api }: CarrierLab, form: [string, string][], password = api.authToken): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${api.accountSid}:${password}`).toString('base64')}`;
  const body = new URLSearchParams([['To', PHONE], ['From', '+12025550100'], ['Body', 'Hi #CODE'], ...form]);
  const url = `${api.url}/2010-04-01/Accounts/${api.accountSid}/Messages.json`;
  return fetch(url, { method: 'POST', headers: { authorization }, body });
}

async function filesOf(form: FormData | undefined): Promise<{ type: string; bytes: Buffer }[]> {
  const files = [...(form?.entries() ?? [])].filter(([name]) => /^file\d$/.test(name));
  return Promise.all(
    files.map(async ([, file]) => ({
      type: (file as File).type,
      bytes: Buffer.from(await (file as File).arrayBuffer()),
    })),
  );
}

const png = sharp({ create: { width: 900, height: 600, channels: 3, background: '#c52' } })
  .png()
  .toBuffer();
const video = Buffer.from('no real video');

async function sendMms(media: string | null, everyCarrier: object = {}) {
  const sender = await startSender({
    '/cat.png': ['image/png', await png],
    '/dog.mp4': ['video/mp4', video],
  });
  const script = media === null ? [] : [{ destination: PHONE, media }];
  const truth: TruthEvent[] = [];
  const lab = await startLab(sender.url, everyCarrier, script, (event) => truth.push(event));
  const answer = await submit(lab, [
    ['MediaUrl', `${sender.url}/cat.png`],
    ['MediaUrl', `${sender.url}/dog.mp4`],
    ['StatusCallback', `${sender.url}/status`],
  ]);
  const { sid } = (await answer.json()) as { sid: string };
  await lab.idle();
  return { ...sender, answer, sid, truth };
}

it('CALL-17 fetches the files of an MMS, delivers them unchanged to the handset, and notifies the sender', async () => {
  const { answer, sid, received, statuses, signatures } = await sendMms('intact');
  expect(answer.status).toBe(201);
  expect(JSON.parse(received[0]?.get('content') as string)).toMatchObject({ messageBody: 'Hi #CODE' });
  expect(await filesOf(received[0])).toEqual([
    { type: 'image/png', bytes: await png },
    { type: 'video/mp4', bytes: video },
  ]);
  expect(Object.fromEntries(statuses[0] ?? [])).toMatchObject({
    MessageSid: sid,
    MessageStatus: 'delivered',
    To: PHONE,
  });
  expect(signatures[0]).toMatch(/^[\w+/]{27}=$/);
});

it('transcodes pictures but not videos, strips all files, or corrupts them, as the script says', async () => {
  const [transcoded] = (await sendMms('transcoded')).received;
  const [picture, film] = await filesOf(transcoded);
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 427 });
  expect(film?.bytes).toEqual(video);
  const stripped = (await sendMms('stripped')).received;
  expect(stripped).toHaveLength(1);
  expect(await filesOf(stripped[0])).toEqual([]);
  const [spoilt] = await filesOf((await sendMms('corrupted')).received[0]);
  expect(spoilt?.bytes).toEqual((await png).subarray(0, Math.floor((await png).length * 0.6)));
});

it('replaces the last file by one of another kind, adds a picture, or reports the text alone, as the script says', async () => {
  const types = async (media: string) =>
    (await filesOf((await sendMms(media)).received[0])).map(({ type }) => type);
  expect(await types('replaced')).toEqual(['image/png', 'image/png']);
  expect(await types('added')).toEqual(['image/png', 'video/mp4', 'image/png']);
  const { received, texts } = await sendMms('unreported');
  expect(received).toEqual([]);
  expect(texts).toMatchObject([{ messageBody: 'Hi #CODE' }]);
});

it.each([
  ['intact', ['unchanged', 'unchanged']],
  ['transcoded', ['converted', 'unchanged']],
  ['stripped', ['missing', 'missing']],
  ['corrupted', ['cut', 'cut']],
  ['replaced', ['unchanged', 'replaced']],
  ['added', ['unchanged', 'unchanged', 'added']],
  ['unreported', ['unchanged', 'unchanged']],
])('records what truly became of each file of an MMS: %s', async (media, files) => {
  const { truth } = await sendMms(media);
  expect(truth.map(({ kind }) => kind).sort()).toEqual(
    ['offered', 'answered', 'reached', 'posted', 'receipt', 'receipt tried'].sort(),
  );
  expect(truth.find(({ kind }) => kind === 'offered')).toMatchObject({ files: 2, answer: 'accepted' });
  expect(truth.find(({ kind }) => kind === 'reached')).toMatchObject({ files });
  const reported = media === 'unreported' ? null : files;
  expect(truth.find(({ kind }) => kind === 'posted')).toMatchObject({ files: reported, status: 200 });
  expect(truth.find(({ kind }) => kind === 'receipt tried')).toMatchObject({ outcome: 'taken' });
});

it('alters only the last file of as many MMS as the scenario says, and never the second copy', async () => {
  const everyCarrier = { media: { stripping: 1 }, lastFileOnly: 1, rates: { duplicateDeliveries: 1 } };
  const { received } = await sendMms(null, everyCarrier);
  const types = await Promise.all(
    received.map(async (form) => (await filesOf(form)).map(({ type }) => type)),
  );
  expect(types.toSorted((a, b) => a.length - b.length)).toEqual([['image/png'], ['image/png', 'video/mp4']]);
});

it('a file that cannot be fetched fails the message, and nothing arrives', async () => {
  const sender = await startSender({});
  const lab = await startLab(sender.url, {});
  await submit(lab, [
    ['MediaUrl', `${sender.url}/gone.png`],
    ['StatusCallback', `${sender.url}/status`],
  ]);
  await lab.idle();
  expect(sender.statuses[0]?.get('MessageStatus')).toBe('failed');
  expect(sender.statuses[0]?.get('ErrorCode')).toBe('11200');
  expect(sender.received).toEqual([]);
});

it('refuses, throttles and loses answers as over SMPP, and knows its account', async () => {
  const lab = await startLab('http://127.0.0.1:9', {}, [
    { destination: PHONE, nth: 1, fate: 'rejected' },
    { destination: PHONE, nth: 2, fate: ['answer-lost', 'lost'] },
    { destination: PHONE, nth: 3, fate: ['throttled', 'lost'] },
  ]);
  expect((await submit(lab, [], 'wrong')).status).toBe(401);
  expect((await submit(lab, [['Tag', '1']])).status).toBe(400);
  await expect(submit(lab, [])).rejects.toThrow();
  const statuses: number[] = [];
  while (statuses.at(-1) !== 201) statuses.push((await submit(lab, [])).status);
  expect(statuses.slice(0, -1)).toEqual(statuses.slice(0, -1).map(() => 429));
  expect(statuses.length).toBeGreaterThan(1);
  expect(lab.submissions().map(({ answer }) => answer)).toEqual([
    'rejected',
    'none',
    ...statuses.map((status) => (status === 429 ? 'throttled' : 'accepted')),
  ]);
});
