/** Which offices can be assigned to a gateway, and what a selection changes, also in words. */
import type { Gateway, OfficeGateway } from '@textprobe/contract/gateways';
import type { DirectoryEntries } from '../../../api/directory.ts';
import { nameOrId, officeLabel } from '../../../directory/labels.ts';
import { byId } from '../../../directory/use-directory.ts';
import type { PickerOption } from '../../../ui/choice-picker.tsx';
import { counted } from '../../../ui/counted.ts';

/** Grouped by client; the note names the gateway that the office uses now, if it is another one. */
interface OfficeOption extends PickerOption {
  readonly clientId: number;
  readonly group: string;
}

export interface OfficeChoices {
  /** Sorted by client. */
  readonly options: readonly OfficeOption[];
  /** The options that use this gateway now. */
  readonly assigned: readonly number[];
  /** Offices whose gateway is fixed by the gateways file: to this one, and to others. */
  readonly pinnedHere: number;
  readonly pinnedElsewhere: number;
}

export function officeChoices(
  { offices, clients, partners }: DirectoryEntries,
  assignments: readonly OfficeGateway[],
  gatewayId: number,
  gateways: readonly Gateway[],
): OfficeChoices {
  const has = new Map(assignments.map((one) => [one.officeId, one]));
  const names = new Map(gateways.map(({ id, name }) => [id, name]));
  const partnersById = byId(partners);
  const groups = new Map(
    clients.map(({ id, name, partnerId }) => [
      id,
      partners.length > 1 ? `${name} (${nameOrId('Partner', partnerId, partnersById)})` : name,
    ]),
  );
  const options = offices
    .filter(({ id }) => has.get(id)?.pinned !== true)
    .map((office): OfficeOption => {
      const { id, clientId } = office;
      const now = has.get(id)?.gatewayId;
      return {
        id,
        clientId,
        label: officeLabel(office),
        group: groups.get(clientId) ?? `Client ${clientId}`,
        ...(now !== undefined && now !== gatewayId && { note: names.get(now) ?? 'a removed gateway' }),
      };
    })
    .sort((a, b) => (a.group === b.group ? 0 : a.group.toLowerCase() < b.group.toLowerCase() ? -1 : 1));
  const pinned = assignments.filter((one) => one.pinned);
  const pinnedHere = pinned.filter((one) => one.gatewayId === gatewayId).length;
  return {
    options,
    assigned: options.map(({ id }) => id).filter((id) => has.get(id)?.gatewayId === gatewayId),
    pinnedHere,
    pinnedElsewhere: pinned.length - pinnedHere,
  };
}

/** What saving the selection does: offices assigned to the gateway, and offices returned to the default one. */
export function changesOf(
  assigned: readonly number[],
  chosen: readonly number[],
): { readonly added: readonly number[]; readonly removed: readonly number[] } {
  const before = new Set(assigned);
  const after = new Set(chosen);
  return { added: chosen.filter((id) => !before.has(id)), removed: assigned.filter((id) => !after.has(id)) };
}

/** The clients whose offices are all selected. */
export function selectedClients(options: readonly OfficeOption[], chosen: readonly number[]): number[] {
  const ids = new Set(chosen);
  return [...Map.groupBy(options, ({ clientId }) => clientId)]
    .filter(([, offices]) => offices.every(({ id }) => ids.has(id)))
    .map(([clientId]) => clientId);
}

/** The selection with all offices of exactly these clients. */
export function withSelectedClients(
  options: readonly OfficeOption[],
  chosen: readonly number[],
  clients: readonly number[],
): number[] {
  const before = new Set(selectedClients(options, chosen));
  const after = new Set(clients);
  const ids = new Set(chosen);
  for (const { id, clientId } of options) {
    if (after.has(clientId)) ids.add(id);
    else if (before.has(clientId)) ids.delete(id);
  }
  return [...ids];
}

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

export function changeWords(change: {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
}) {
  const { name, added, removed } = change;
  return [
    ...(added === 0 ? [] : [`${counted(added, 'office')} will use ${name}`]),
    ...(removed === 0 ? [] : [`${counted(removed, 'office')} will use the default gateway`]),
  ].join(', ');
}
