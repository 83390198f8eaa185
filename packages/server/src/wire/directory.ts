/** Offices and phones as answers carry them (DATA-4); partners and clients are the same on both sides. */
import type { Office, TestPhone, WholeDirectory } from '@textprobe/contract/directory';
import type { OfficeRow, TestPhoneRow } from '@textprobe/database/directory/directory';
import type { NamedOfficeRow } from '@textprobe/database/directory/whole-directory';

export function officeToWire({ phoneNumber, ...office }: OfficeRow): Office {
  return { ...office, officePhoneNumber: phoneNumber };
}

export function namedOfficeToWire({
  phoneNumber,
  ...office
}: NamedOfficeRow): WholeDirectory['offices'][number] {
  return { ...office, officePhoneNumber: phoneNumber };
}

export function testPhoneToWire({ id, name, phoneNumber, carrier }: TestPhoneRow): TestPhone {
  return { phoneID: id, name, phoneNumber, carrier };
}
