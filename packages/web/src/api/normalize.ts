/** Normalizes both API spellings of the directory (DATA-4) to the types that the console uses. */
import { withPlusOne } from '@textprobe/domain/phone-number';

export interface Partner {
  readonly id: number;
  readonly name: string;
}
export interface Client {
  readonly id: number;
  readonly name: string;
  readonly partnerId: number;
}
export interface Office {
  readonly id: number;
  readonly name: string;
  readonly clientId: number;
  /** With +1 prefixed when it lacks a +; empty when the office has none. */
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
}
export interface Phone {
  readonly id: number;
  /** Empty if the API gives none; labels then say 'Unknown'. */
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
}

type Loose = Record<string, unknown>;

export function normalizePartner(wire: unknown): Partner {
  const partner = wire as Loose;
  return { id: Number(partner.id ?? partner.partnerId), name: text(partner.name ?? partner.partnerName) };
}

export function normalizeClient(wire: unknown, partnerId: number): Client {
  const client = wire as Loose;
  return {
    id: Number(client.id ?? client.clientId),
    name: text(client.name ?? client.clientName),
    partnerId: Number(client.partnerId ?? partnerId),
  };
}

export function normalizeOffice(wire: unknown, clientId: number): Office {
  const office = wire as Loose;
  const phone = text(office.officePhoneNumber ?? office.phoneNumber ?? office.phone ?? office.officePhone);
  return {
    id: Number(office.id ?? office.officeId),
    name: text(office.name ?? office.officeName),
    clientId: Number(office.clientId ?? clientId),
    phoneNumber: phone === '' ? '' : withPlusOne(phone),
    managerFirstName: text(office.managerFirstName),
    managerLastName: text(office.managerLastName),
  };
}

export function normalizePhones(wire: unknown): Phone[] {
  const list = Array.isArray(wire) ? wire : ((wire as Loose | null)?.phones as unknown[] | undefined);
  return (list ?? []).map((entry, index) => {
    // A plain number has no id in the API; its position in the list replaces it.
    if (typeof entry === 'string' || typeof entry === 'number') {
      return { id: index + 1, name: '', phoneNumber: String(entry), carrier: '' };
    }
    const phone = entry as Loose;
    return {
      id: Number(phone.phoneID ?? phone.id),
      name: text(phone.name),
      phoneNumber: text(phone.phoneNumber),
      carrier: text(phone.carrier),
    };
  });
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
