/** Converts a draft to the create payload (DATA-2) and the update payload (DATA-3, UPDATE-11). */
import type { CreateTestBody, UpdateTestBody } from '@textprobe/contract/tests';
import { type Choice, isChosen } from '../../../ui/choice.ts';
import { type Draft } from './draft.ts';
import { toWireRule } from './recurrence-draft.ts';

/** Sent when no partner or all partners are chosen; the server never treats it as a choice (CREATE-21). */
const FALLBACK_PARTNER = 1;

/** Resolves 'all' to ids. */
export interface DirectoryLoader {
  clientIds(partners: Choice): Promise<readonly number[]>;
  officeIds(clients: Choice): Promise<readonly number[]>;
}

/** Waits until the lists behind 'all' have loaded. */
export async function toCreateBody(draft: Draft, load: DirectoryLoader): Promise<CreateTestBody> {
  return {
    ...definition(draft),
    ...(await recipientsOnTheWire(draft, load)),
    partnerIDs: partnerIdsOnTheWire(draft.partners),
    executionStatus: 'UNEXECUTED',
  };
}

/** @param now the scheduled time sent for a test that has none, as {@link onTheWire} formats it (DATA-3) */
export async function toUpdateBody(
  draft: Draft,
  load: DirectoryLoader,
  now: string,
): Promise<Omit<UpdateTestBody, 'testId'>> {
  const { clientIDs, officeIDs, phoneIDs, pairs } = await recipientsOnTheWire(draft, load);
  const { scheduledTimestamp, ...rest } = definition(draft);
  return {
    ...rest,
    // Null for a scheduled test: the server then asks for a time instead of sending at once.
    scheduledTimestamp: scheduledTimestamp ?? (draft.testType === 'SCHEDULED' ? null : now),
    partnerID: partnerIdsOnTheWire(draft.partners)[0] ?? FALLBACK_PARTNER,
    clientIDs: { clientIDs },
    officeIDs: { officeIDs },
    phoneIDs: { phoneIDs },
    ...(pairs && { pairs }),
    testStatus: 'UNEXECUTED',
    executionStatus: 'UNEXECUTED',
  };
}

/** A wall time of a date-time field in the format of requests: `2026-11-21 10:00:00.000`. */
export function onTheWire(wall: string): string {
  return `${wall.slice(0, 10)} ${wall.slice(11, 16)}:00.000`;
}

function definition(draft: Draft) {
  const { testType, messageType, messageBody, scheduledAt, kept, links, overlap } = draft;
  return {
    testType,
    messageType,
    messageBody,
    scheduledTimestamp: scheduledAt === '' ? null : onTheWire(scheduledAt),
    mediaURLs: {
      media: messageType === 'MMS' ? [...kept.map(({ url }) => url), ...links] : [],
    },
    recurrenceRule: testType === 'RECURRING' ? toWireRule(draft.recurrence) : {},
    overlap,
  };
}

function partnerIdsOnTheWire(partners: Choice): number[] {
  return partners === 'all' || partners.length === 0 ? [FALLBACK_PARTNER] : [...partners];
}

async function recipientsOnTheWire(draft: Draft, load: DirectoryLoader) {
  const { partners, clients, offices, phones, pairs } = draft;
  if (pairs.length > 0) return { clientIDs: [], officeIDs: [], phoneIDs: [], pairs: [...pairs] };
  // Clients are named even when only partners were chosen: partner 1 alone would look like the fallback.
  const meansAll = clients === 'all' || (clients.length === 0 && isChosen(partners));
  const clientIDs = meansAll ? await load.clientIds(partners) : clients;
  const officeIDs = offices === 'all' ? await load.officeIds(clientIDs) : offices;
  return { clientIDs: [...clientIDs], officeIDs: [...officeIDs], phoneIDs: [...phones] };
}
