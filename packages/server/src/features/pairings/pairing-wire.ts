/** Converts pairings to their wire format, with the message that was sent to prove them. */
import type { Pairing } from '@textprobe/contract/pairings';
import type { Database } from '@textprobe/database/core/connection';
import { listMessagesOfTest } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { findLastTexts, type PairingText } from '@textprobe/database/pairings/pairing-texts';
import type { PairingRow } from '@textprobe/database/pairings/pairings';
import type { Scope } from '@textprobe/database/scope/scope';
import { browserWords } from '../../http/browser-words.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { findWaitsFor, messagesToWire } from '../../messages/message-wire.ts';
import { reportUrl } from './pairing-reporter.ts';

interface PairingWireDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  /** Epoch milliseconds. */
  readonly now: number;
  /** See `phoneAddress`. */
  readonly address: string | null;
  /** See `ownOrigin`. */
  readonly origin: string;
}

export async function pairingsToWire(
  deps: PairingWireDeps,
  scope: Scope,
  rows: readonly PairingRow[],
): Promise<Pairing[]> {
  const ids = rows.map(({ id }) => id);
  const texts = await findLastTexts(deps.db, scope, ids);
  return Promise.all(rows.map((row) => toWire(deps, scope, row, texts.get(row.id))));
}

async function toWire(
  deps: PairingWireDeps,
  scope: Scope,
  row: PairingRow,
  text: PairingText | undefined,
): Promise<Pairing> {
  const { address, origin } = deps;
  const { keyId, sourceId, openedAt, works } = row;
  const url = reportUrl(origin, row.kind, sourceId);
  const sent = text === undefined ? null : await sentToWire(deps, scope, text);
  // Such a phone has no evidence but the carrier's receipt.
  const { receipt } = sent?.testLog ?? {};
  const isDelivered = row.kind === 'receipt' && receipt?.state === 'delivered';
  return {
    id: row.id,
    phoneId: row.phoneId,
    phoneName: row.phoneName,
    phoneNumber: row.phoneNumber,
    kind: row.kind,
    madeBy: row.madeBy,
    createdAt: timestampToWire(row.createdAt),
    expiresAt: timestampToWire(row.expiresAt),
    opened:
      openedAt === null ? null : { at: timestampToWire(openedAt), by: browserWords(row.openedBy ?? '') },
    address,
    reporter: keyId === null && sourceId === null ? null : { keyId, sourceId, url, works },
    text: row.textCode,
    sent,
    confirmedAt: isDelivered ? (receipt?.at ?? null) : timestampToWire(row.confirmedAt),
    misreportedAt: timestampToWire(row.misreportedAt),
    endedAt: timestampToWire(row.endedAt),
  };
}

async function sentToWire(
  { db, codes, now }: PairingWireDeps,
  scope: Scope,
  { testId, sentAt }: PairingText,
): Promise<Pairing['sent']> {
  const rows = await listMessagesOfTest(db, scope, codes, testId, { limit: 1 });
  const [log = null] = await messagesToWire(db, scope, rows);
  const waiting = log?.submission.outcome === 'waiting' ? rows[0] : undefined;
  return {
    testId,
    at: timestampToWire(sentAt),
    testLog: log,
    waitsFor: waiting === undefined ? null : await findWaitsFor(db, waiting, now),
  };
}
