/** Describes the offices of a gateway: which others it serves, and what a selection will change. */
import type { Gateway } from '@textprobe/contract/gateways';
import { counted } from '../../../ui/counted.ts';

/** What to know before selecting, in one or two sentences each. */
export function servedWords(gateway: Gateway, all: readonly Gateway[]): string[] {
  const { name, isDefault, sendsMms } = gateway;
  const byDefault = all.find((one) => one.isDefault);
  const mms = all.find((one) => one.isDefaultMms);
  const others = isDefault
    ? `${name} is the default gateway: it also sends for every office without its own gateway.`
    : byDefault === undefined
      ? 'There is no default gateway: an office that you remove can’t send until it gets another gateway.'
      : `Offices that you remove use the default gateway, ${byDefault.name}.`;
  return [
    `New runs send through ${name} for the offices chosen here. ${others}`,
    ...(sendsMms
      ? []
      : [
          mms === undefined
            ? `${name} can’t send files and there is no default for MMS, so MMS for these offices can’t be sent.`
            : `${name} can’t send files, so MMS for these offices go through ${mms.name}.`,
        ]),
  ];
}

export function changeWords(change: { readonly name: string; readonly give: number; readonly back: number }) {
  const { name, give, back } = change;
  const given = give === 0 ? [] : [`${counted(give, 'office')} will use ${name}`];
  const gone = back === 0 ? [] : [`${counted(back, 'office')} will use the default gateway`];
  return [...given, ...gone].join(', ');
}
