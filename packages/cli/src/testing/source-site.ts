/** The program's handset sources over a test server, with time, links and engine under the test's control. */
import { calls } from '@textprobe/contract/calls';
import { createSealer } from '@textprobe/database/secrets/sealing';
import type { EngineApi } from '@textprobe/engine/api';
import { signEnvelope } from '@textprobe/gateways/inbox/sms-gateway/sms-gateway-proof';
import { signForm } from '@textprobe/gateways/twilio/signature';
import type { HandsetReports } from '@textprobe/server/features/handsets/handset-reports';
import type { FetchLink } from '@textprobe/server/media/media-intake';
import { makeMessage, makeTest } from '@textprobe/server/testing/messages';
import type { TestClient } from '@textprobe/server/testing/test-client';
import { fillDirectory, startTestServer, type TestServer } from '@textprobe/server/testing/test-server';
import { pino } from 'pino';
import { createStops } from '../process/shutdown.ts';
import { openHandsetSources, openReportWork } from '../program/handset-sources.ts';
import { TWILIO } from './source-payloads.ts';

export const PUBLIC_URL = 'http://textprobe.example';

export interface SourceSite {
  readonly server: TestServer;
  readonly operator: TestClient;
  /** The log as text. */
  logged(): string;
  /** Creates a source. @returns its path and secret */
  makeSource(body: Record<string, unknown>): Promise<{ id: string; path: string; secret: string }>;
  /** A message to the first phone that waits for its reception. */
  makeMessage(messageType?: 'SMS' | 'MMS'): Promise<{ id: number; text: string; code: string }>;
  post(path: string, body: string | Buffer, headers?: Record<string, string>): Promise<Response>;
  /** A report in the format of SMS Gateway for Android. */
  postEnvelope(to: { path: string; secret: string }, envelope: unknown): Promise<Response>;
  /** A report in the format of Twilio, signed with TWILIO's token. */
  postForm(path: string, fields: Record<string, string>): Promise<Response>;
  /** All reports about a message. */
  receptionsOf(messageId: number): Promise<Record<string, unknown>[]>;
  /** Resolves once the message has `count` reports. */
  received(messageId: number, count?: number): Promise<Record<string, unknown>[]>;
  /** Report processing of another process. */
  openAnother(): HandsetReports;
  /** Stops report processing, like a shutdown. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export async function openSourceSite(
  given: { fetchLink?: FetchLink; receive?: (engineApi: EngineApi) => EngineApi['receive'] } = {},
): Promise<SourceSite> {
  const { fetchLink = () => Promise.reject(new Error('nothing is fetched')) } = given;
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const stops = createStops(log);
  const sealer = createSealer(Buffer.alloc(32, 5));
  const base = await startTestServer();
  await fillDirectory(base.db);
  const { db, clock, storage } = base;
  const engineApi = { ...base.engineApi, receive: given.receive?.(base.engineApi) ?? base.engineApi.receive };
  const options = { db, engineApi, sealer, storage, fetchLink, clock, log };
  const inboxes = openHandsetSources({ ...options, stops });
  const media = { storage, fetchLink };
  const server = await startTestServer({
    db,
    clock,
    engineApi,
    sealer,
    inboxes,
    media,
    log,
    publicUrl: PUBLIC_URL,
  });
  const operator = await server.operator();

  function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
    return fetch(new URL(path, server.address), { method: 'POST', body: body as string, headers });
  }

  async function receptionsOf(messageId: number) {
    return db
      .selectFrom('receptions')
      .selectAll()
      .where('message_id', '=', messageId)
      .orderBy('id')
      .execute();
  }

  return {
    server: base,
    operator,
    logged: () => lines.join(''),
    post,
    receptionsOf,
    async makeSource(body) {
      const { id, url, secret } = await operator.call(calls.createHandsetSource, { body });
      return { id, path: new URL(url).pathname, secret: secret ?? String(body.secret) };
    },
    async makeMessage(messageType = 'SMS') {
      // Submitted before it can be received.
      const at = clock.now() - 60_000;
      const message = await makeMessage(db, { ...(await makeTest(db, at)), at }, 'sent');
      await db
        .updateTable('messages')
        .set({ message_type: messageType })
        .where('id', '=', message.id)
        .execute();
      return { ...message, text: `Hello #${message.code}` };
    },
    postEnvelope({ path, secret }, envelope) {
      const body = Buffer.from(JSON.stringify(envelope));
      const timestamp = String(Math.floor(clock.now() / 1_000));
      const signature = signEnvelope(secret, body, timestamp);
      const headers = {
        'content-type': 'application/json',
        'x-signature': signature,
        'x-timestamp': timestamp,
      };
      return post(path, body, headers);
    },
    postForm(path, fields) {
      const form = new URLSearchParams(fields);
      return post(path, form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signForm(TWILIO.secret, PUBLIC_URL + path, form),
      });
    },
    async received(messageId, count = 1) {
      for (;;) {
        const found = await receptionsOf(messageId);
        if (found.length >= count) return found;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    openAnother: () => openReportWork(options),
    stopWork: () => stops.stopAll(),
    async close() {
      await server.close();
      await stops.stopAll();
      await base.close();
    },
  };
}
