/** Compares the tests being written with the daily limits that apply to them (ACCT-11); the server decides. */
import type { Limits } from '@textprobe/contract/profile';
import type { TestType } from '@textprobe/contract/tests';
import { figure } from '@textprobe/domain/figures';
import { counted } from '../../../ui/counted.ts';
import type { OutgoingPairs } from './outgoing-pairs.ts';

/** Who is limited, and by how much. */
export interface LimitUse {
  /** Null: the user's own account. */
  readonly partnerId: number | null;
  readonly limitPerDay: number;
  readonly left: number;
  /** The messages of these tests that count against it, in one run. */
  readonly messages: number;
}

/** The limits of the account and of the partners that these tests send for. */
export function limitUses(
  limits: Limits,
  outgoings: readonly OutgoingPairs[],
  partnerOf: (clientId: number) => number | undefined,
): LimitUse[] {
  const total = outgoings.reduce((sum, outgoing) => sum + outgoing.total, 0);
  const account = limits.account === null ? [] : [{ partnerId: null, ...limits.account, messages: total }];
  if (limits.partners.length === 0) return account;
  const byPartner = new Map<number | undefined, number>();
  for (const { offices, phones, pairs } of outgoings) {
    const perOffice = pairs === null ? null : Map.groupBy(pairs, ({ officeID }) => officeID);
    for (const { id, clientId } of offices) {
      const messages = perOffice === null ? phones.length : (perOffice.get(id)?.length ?? 0);
      const partner = partnerOf(clientId);
      byPartner.set(partner, (byPartner.get(partner) ?? 0) + messages);
    }
  }
  const partners = limits.partners.flatMap((limit) => {
    const messages = byPartner.get(limit.partnerId);
    return messages === undefined ? [] : [{ ...limit, messages }];
  });
  return [...account, ...partners];
}

/** More would fill the bar. */
const SHOWN = 3;

/** At most three lines, those over their limit first, then those with the least left. */
export function limitLines(
  uses: readonly LimitUse[],
  testType: TestType,
  nameOf: (partnerId: number) => string,
): { readonly text: string; readonly isOver: boolean }[] {
  const isNow = testType === 'IMMEDIATE';
  const isOver = ({ messages, left, limitPerDay }: LimitUse) => messages > (isNow ? left : limitPerDay);
  return uses
    .toSorted((one, other) => Number(isOver(other)) - Number(isOver(one)) || one.left - other.left)
    .slice(0, SHOWN)
    .map((use) => {
      const whose = use.partnerId === null ? 'your account' : nameOf(use.partnerId);
      return { text: lineOf(use, whose, isNow, isOver(use)), isOver: isOver(use) };
    });
}

function lineOf({ limitPerDay, left, messages }: LimitUse, whose: string, isNow: boolean, isOver: boolean) {
  const limit = figure(limitPerDay);
  if (isNow && isOver)
    return `${counted(messages, 'message')}, ${figure(left)} left today for ${whose}. Resets at midnight Los Angeles time.`;
  if (isNow) return `${figure(left)} of ${counted(limitPerDay, 'message')} left today for ${whose}`;
  if (isOver)
    return `${counted(messages, 'message')}, over the limit of ${limit} a day for ${whose}. The run would be missed.`;
  return `Limit of ${counted(limitPerDay, 'message')} a day for ${whose}`;
}
