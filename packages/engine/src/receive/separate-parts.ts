/**
 * Finds the messages of unmatched reports that are parts of a long text, reported by the phone as messages of their own.
 * `separate-parts.ts` of the domain has the rule; `unmatched.ts` stores the result.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { CodeMatch } from '@textprobe/database/messages/messages-by-code';
import {
  type PossiblePart,
  readPossibleParts,
  type UnmatchedReception,
} from '@textprobe/database/receptions/receptions';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { findCutCodes, gatherParts, SEPARATE_WITHIN_MS } from '@textprobe/domain/separate-parts';
import { matchCodes } from './match-arrivals.ts';

/** A report that is a part of `message`; `part` is the number of its first one, from 1. */
export interface FoundPart {
  readonly reception: PossiblePart;
  readonly message: CodeMatch;
  readonly part: number;
}

/** A code that these reports of one phone and sender have, or that is cut between two of them. */
interface Lead {
  readonly code: string;
  readonly of: readonly PossiblePart[];
}

/**
 * The parts by message id: all of a message, if any of its reports was not known to be one. Reads without locks.
 * @param unmatched reports whose own text has no code of a message
 */
export async function findSeparateParts(
  tx: Transaction,
  codes: MessageCodes,
  unmatched: readonly UnmatchedReception[],
  now: number,
): Promise<Map<number, FoundPart[]>> {
  const withText = unmatched.filter(({ phone_id: phone, text }) => phone !== null && text !== null);
  const possible = await readPossibleParts(tx, withText, SEPARATE_WITHIN_MS);
  const groups = Map.groupBy(possible, (one) => `${one.phone_id} ${one.sender?.trim() ?? ''}`);
  const leads = [...groups.values()].flatMap((group) =>
    [...matchedIn(group), ...findCutCodes(group.filter((one) => one.message_id === null))].map((lead) => ({
      ...lead,
      group,
    })),
  );
  const matches = await matchCodes(
    tx,
    codes,
    leads.map(({ code, of }) => ({ codes: [code], phoneId: of[0]?.phone_id ?? null, partnerIds: null })),
    now,
  );
  const found = leads.flatMap((lead, index) => {
    const message = matches.get(index);
    return message?.messageType === 'SMS' ? [{ ...lead, message }] : [];
  });
  const parts = [...Map.groupBy(found, ({ group }) => group)].flatMap(([group, ofGroup]) =>
    partsOf(group, ofGroup),
  );
  const byMessage = Map.groupBy(parts, ({ message }) => message.id);
  return new Map(
    [...byMessage].filter(([, all]) => all.some(({ reception, part }) => reception.part !== part)),
  );
}

/** The codes of reports that are matched already. */
function matchedIn(group: readonly PossiblePart[]): Lead[] {
  return group.flatMap((one) =>
    one.message_id === null || one.code === null ? [] : [{ code: one.code, of: [one] }],
  );
}

function partsOf(
  group: readonly PossiblePart[],
  leads: readonly (Lead & { readonly message: CodeMatch })[],
): FoundPart[] {
  const byMessage = Map.groupBy(leads, ({ message }) => message.id);
  const messages = [...byMessage].map(([id, own]) => {
    const { body, code, createdAt } = (own[0] as (typeof own)[number]).message;
    return {
      id,
      sentText: appendMessageCode(body, code),
      createdAt,
      reports: own.flatMap(({ of }) => of.map((one) => one.id)),
    };
  });
  const reports = group.map(({ id, received_at: at, text }) => ({ id, at, text }));
  const receptions = new Map(group.map((one) => [one.id, one]));
  return gatherParts(messages, reports).map(({ report, message, part }) => ({
    reception: receptions.get(report) as PossiblePart,
    message: byMessage.get(message)?.[0]?.message as CodeMatch,
    part,
  }));
}
