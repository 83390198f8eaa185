/** The recipients of a draft as one choice, and what a found office adds to it (EVIDENCE-7). */
import type { FoundEntry } from '@textprobe/contract/directory';
import type { Choice } from '../../../ui/choice.ts';
import type { Draft } from './draft.ts';

export type RecipientChoice = Pick<Draft, 'partners' | 'clients' | 'offices' | 'phones'>;

export function choiceOf({ partners, clients, offices, phones }: Draft): RecipientChoice {
  return { partners, clients, offices, phones };
}

/** Adds the office with its client and partner; a level set to All stays All. */
export function withOffice<C extends Omit<RecipientChoice, 'phones'>>(choice: C, office: FoundEntry): C {
  const [clientId = 0, partnerId = 0] = office.parentIds;
  return {
    ...choice,
    partners: including(choice.partners, partnerId),
    clients: including(choice.clients, clientId),
    offices: including(choice.offices, office.id),
  };
}

function including(choice: Choice, id: number): Choice {
  return choice === 'all' || choice.includes(id) ? choice : [...choice, id];
}

/** What {@link withOffice} adds: with Office set to All, every office of its client or partner. */
export function addedWords(before: Omit<RecipientChoice, 'phones'>, office: FoundEntry): string {
  const [client = '', partner = ''] = office.parents;
  const name = `${office.name} (${client}, ${partner})`;
  const after = withOffice(before, office);
  if (before.offices !== 'all') {
    return after.offices === before.offices ? `${name} is already chosen` : `Added ${name}`;
  }
  if (before.clients !== 'all' && after.clients !== before.clients) {
    return `Added all offices of ${client} (${partner}), because Office is set to All`;
  }
  if (after.partners !== before.partners) {
    return `Added all offices of ${partner}, because Client and Office are set to All`;
  }
  return `${name} is already chosen: Office is set to All`;
}
