/** A recipient set in words, as a choice of the form, and as the body that saves one. */
import type { RecipientSet, RecipientSetBody } from '@textprobe/contract/recipient-sets';
import { counted } from '../../../ui/counted.ts';
import type { RecipientChoice } from '../form/recipient-choice.ts';

/** `3 offices, 8 phones` or `all offices of 2 clients, 8 phones`. */
export function summaryWords(set: Omit<RecipientSetBody, 'name'>): string {
  const phones = set.phoneIds.length === 0 ? 'no phones' : counted(set.phoneIds.length, 'phone');
  return `${officeWords(set)}, ${phones}`;
}

/** No offices chosen means every office of the clients, no clients every office of the partners (CREATE-21). */
function officeWords({ partnerIds, clientIds, officeIds }: Omit<RecipientSetBody, 'name'>): string {
  if (partnerIds?.length === 0) return 'no offices';
  if (officeIds?.length) return counted(officeIds.length, 'office');
  if (clientIds?.length) return `all offices of ${counted(clientIds.length, 'client')}`;
  return partnerIds === null ? 'all offices' : `all offices of ${counted(partnerIds.length, 'partner')}`;
}

export function bodyOf({
  partners,
  clients,
  offices,
  phones,
}: RecipientChoice): Omit<RecipientSetBody, 'name'> {
  const idsOf = (choice: 'all' | readonly number[]) => (choice === 'all' ? null : [...choice]);
  return {
    partnerIds: idsOf(partners),
    clientIds: idsOf(clients),
    officeIds: idsOf(offices),
    phoneIds: [...phones],
  };
}

export function choiceOfSet(set: RecipientSet): RecipientChoice {
  const { partnerIds, clientIds, officeIds, phoneIds: phones } = set;
  if (lostItsOffices(set)) return { partners: [], clients: [], offices: [], phones };
  return { partners: partnerIds ?? 'all', clients: clientIds ?? 'all', offices: officeIds ?? 'all', phones };
}

/** Whether no entry of one level is left. That level would then mean every office of the level above, so nothing is chosen instead. */
function lostItsOffices({ partnerIds, clientIds, officeIds, missing }: RecipientSet): boolean {
  return (
    (missing.partners > 0 && partnerIds?.length === 0) ||
    (missing.clients > 0 && clientIds?.length === 0) ||
    (missing.offices > 0 && officeIds?.length === 0)
  );
}

/** `Applied Nightly smoke. 2 offices and 1 phone no longer exist and are left out`. */
export function appliedWords(set: RecipientSet): string {
  const gone = (['partner', 'client', 'office', 'phone'] as const).filter(
    (noun) => set.missing[`${noun}s`] > 0,
  );
  if (gone.length === 0) return `Applied ${set.name}`;
  const counts = gone.map((noun) => counted(set.missing[`${noun}s`], noun));
  const verbs = counts.join() === `1 ${gone[0]}` ? 'exists and is' : 'exist and are';
  const left = `${new Intl.ListFormat('en').format(counts)} no longer ${verbs} left out`;
  return `Applied ${set.name}. ${left}${lostItsOffices(set) ? '. Choose offices again' : ''}`;
}
