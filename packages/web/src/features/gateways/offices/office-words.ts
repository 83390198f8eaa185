/** The offices of a gateway in words: whom it serves besides, and what a choice will change. */
import type { Gateway } from '@textprobe/contract/gateways';
import { counted } from '../../../ui/counted.ts';

/** What to know before choosing, a sentence or two each. */
export function servedWords(gateway: Gateway, all: readonly Gateway[]): string[] {
  const { name, isDefault, sendsMms } = gateway;
  const byDefault = all.find((one) => one.isDefault);
  const mms = all.find((one) => one.isDefaultMms);
  const others = isDefault
    ? `${name} is the default gateway: it also sends for every office that was given none.`
    : byDefault === undefined
      ? 'No gateway is the default one: an office that is taken out can send nothing until it is given another.'
      : `An office that is taken out goes back to the default gateway, ${byDefault.name}.`;
  return [
    `Runs that begin from now on send over ${name} for the offices chosen here. ${others}`,
    ...(sendsMms
      ? []
      : [
          mms === undefined
            ? `${name} carries no files, and no gateway is the default one for MMS: their MMS cannot be sent.`
            : `${name} carries no files: their MMS go over ${mms.name}.`,
        ]),
  ];
}

export function changeWords(change: { readonly name: string; readonly give: number; readonly back: number }) {
  const { name, give, back } = change;
  const given = give === 0 ? [] : [`${counted(give, 'office')} will be given ${name}`];
  const gone = back === 0 ? [] : [`${counted(back, 'office')} will go back to the default gateway`];
  return [...given, ...gone].join(', ');
}
