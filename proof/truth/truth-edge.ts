/** The product's side of HTTP in the truth test: handset reports, status callbacks, the files of MMS and their comparison. */
import { Readable } from 'node:stream';
import { silentLog } from '@textprobe/database/core/log';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { findPhoneByTestKey } from '@textprobe/engine/testing/serve-inbox';
import type { World } from '@textprobe/engine/testing/world';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { createStatusCallback } from '@textprobe/gateways/twilio/status-callback';
import { signMediaPath } from '@textprobe/media/signed-link';
import type { ServerDeps } from '@textprobe/server/deps';
import { createFileComparison } from '@textprobe/server/features/media/compare-files';
import { createMediaIntake } from '@textprobe/server/media/media-intake';
import { MEDIA_SECRET, startTestServer } from '@textprobe/server/testing/test-server';
import { repeat } from './repeat.ts';

export interface TruthEdge {
  readonly address: string;
  /** The default gateway for MMS. */
  readonly mmsGatewayId: number;
  readonly statusCallback: () => string;
  readonly linkMedia: (mediaId: string) => string;
  /** Stores a file to send. @returns its media id */
  storeFile(name: string, content: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

const MMS_GATEWAY = 'lab MMS';
const LINK_VALID_MS = 3_600_000;
const COMPARE_EVERY_MS = 250;

/** @param authToken signs the status callbacks of the lab's Messages API */
export async function openTruthEdge(world: World, authToken: string): Promise<TruthEdge> {
  const { db, codes, clock, engineApi } = world;
  const kinds = { isDefault: false, sendsMms: false, isDefaultMms: false };
  const ids = await registerGateways(db, [
    { ...kinds, name: 'default', kind: 'smpp', isDefault: true },
    { ...kinds, name: MMS_GATEWAY, kind: 'twilio', sendsMms: true, isDefaultMms: true },
  ]);
  const mmsGatewayId = ids.get(MMS_GATEWAY) as number;
  const path = `/api/gateways/${mmsGatewayId}/status`;
  const statusCallback = (): string => server.address + path;
  const log = fastifyLog();
  const server = await startTestServer({
    db,
    codes,
    clock,
    engineApi,
    log,
    inboxes: [createNativeInbox({ clock, findPhoneByKey: findPhoneByTestKey })],
    receiptInboxes: [
      {
        gateway: { id: mmsGatewayId, name: MMS_GATEWAY },
        inbox: createStatusCallback({
          path,
          url: statusCallback,
          authToken,
          clock,
          log: silentLog,
          onIgnored: async () => {},
        }),
      },
    ],
  });
  const { storage } = server;
  const intake = createMediaIntake({ db, storage, clock, log });
  const compare = createFileComparison({ db, storage, clock, log: silentLog, engine: engineApi });
  const stopComparing = repeat(clock, COMPARE_EVERY_MS, compare);
  return {
    address: server.address,
    mmsGatewayId,
    statusCallback,
    linkMedia(mediaId) {
      const expiresAt = clock.now() + LINK_VALID_MS;
      return server.address + signMediaPath(MEDIA_SECRET, { mediaId, expiresAt });
    },
    async storeFile(name, content) {
      const file = { name, content: Readable.from([content]) };
      return (await intake.store(file, { originalUrl: null, createdBy: null })).id;
    },
    async close() {
      await stopComparing();
      await server.close();
    },
  };
}

/** The test server's own log keeps each line, a million in a soak. */
function fastifyLog(): ServerDeps['log'] {
  const nothing = () => undefined;
  const log = {
    level: 'silent',
    fatal: nothing,
    error: nothing,
    warn: nothing,
    info: nothing,
    debug: nothing,
    trace: nothing,
    silent: nothing,
    child: () => log,
  };
  return log as unknown as ServerDeps['log'];
}
