/**
 * Who gets messages from whom, by the server's rules (CREATE-21): no office chosen means every office of the chosen
 * clients, no client either every office of the chosen partners. The screen tells it before anything is sent.
 */
import type { Office } from '../../directory/normalise.ts';
import { type Draft, isChosen } from './draft.ts';

/** The clients whose offices are in question. @param loaded ids of the chosen partners' clients */
export function sendingClientIds({ partners, clients }: Draft, loaded: readonly number[]): readonly number[] {
  if (!isChosen(partners)) return [];
  return clients === 'all' || clients.length === 0 ? loaded : clients;
}

/** @param loaded the offices of {@link sendingClientIds} */
export function sendingOffices(
  { offices }: Pick<Draft, 'offices'>,
  loaded: readonly Office[],
): readonly Office[] {
  if (offices === 'all' || offices.length === 0) return loaded;
  const chosen = new Set(offices);
  return loaded.filter(({ id }) => chosen.has(id));
}
