/** Both API spellings of the directory, and the labels of its entries. */
import { describe, expect, it } from 'vitest';
import { nameOrId, officeLabel, phoneLabel } from '../directory/labels.ts';
import { normalizeClient, normalizeOffice, normalizePartner, normalizePhones } from './normalize.ts';

describe('reading', () => {
  it('DATA-4 reads partners and clients in both spellings', () => {
    const partner = { id: 1, name: 'Northwind' };
    expect(normalizePartner({ id: 1, name: 'Northwind' })).toEqual(partner);
    expect(normalizePartner({ partnerId: '1', partnerName: 'Northwind' })).toEqual(partner);
    const client = { id: 11, name: 'Urgent Care', partnerId: 1 };
    expect(normalizeClient({ id: 11, name: 'Urgent Care', partnerId: 1 }, 9)).toEqual(client);
    expect(normalizeClient({ clientId: 11, clientName: 'Urgent Care' }, 1)).toEqual(client);
  });

  it.each(['officePhoneNumber', 'phoneNumber', 'phone', 'officePhone'])(
    'DATA-4 reads the office phone from %s and adds the prefix +1',
    (field) => {
      expect(normalizeOffice({ officeId: 110, officeName: 'Downtown', [field]: '5552010001' }, 11)).toEqual({
        id: 110,
        name: 'Downtown',
        clientId: 11,
        phoneNumber: '+15552010001',
        managerFirstName: '',
        managerLastName: '',
      });
    },
  );

  it('DATA-4 keeps an existing + and an empty number', () => {
    expect(normalizeOffice({ id: 1, phone: '+445552010001' }, 1).phoneNumber).toBe('+445552010001');
    expect(normalizeOffice({ id: 1 }, 1).phoneNumber).toBe('');
  });

  it('CALL-4 reads phones as a list, and as an object with strings or numbers', () => {
    expect(
      normalizePhones([{ phoneID: 3, name: 'Ann', phoneNumber: '+1555', carrier: 'AT&T' }, { id: 4 }]),
    ).toEqual([
      { id: 3, name: 'Ann', phoneNumber: '+1555', carrier: 'AT&T' },
      { id: 4, name: '', phoneNumber: '', carrier: '' },
    ]);
    expect(normalizePhones({ phones: ['+1555', 1556] })).toMatchObject([
      { id: 1, phoneNumber: '+1555' },
      { id: 2, phoneNumber: '1556' },
    ]);
    expect(normalizePhones({})).toEqual([]);
  });

  it('DATA-4 reads phones by id or phoneID, and plain numbers, which have none', () => {
    const phone = { id: 3, name: 'Ann', phoneNumber: '+1555', carrier: 'AT&T' };
    expect(normalizePhones([phone])).toEqual([phone]);
    expect(normalizePhones([{ ...phone, id: undefined, phoneID: '3' }])).toEqual([phone]);
    expect(normalizePhones([5553010001, '5553010002'])).toEqual([
      { id: 1, name: '', phoneNumber: '5553010001', carrier: '' },
      { id: 2, name: '', phoneNumber: '5553010002', carrier: '' },
    ]);
  });
});

describe('naming', () => {
  it("CREATE-15 labels a phone 'name - number - carrier', with Unknown for what is missing", () => {
    expect(phoneLabel({ name: 'Ann', phoneNumber: '+1555', carrier: 'AT&T' })).toBe('Ann - +1555 - AT&T');
    expect(phoneLabel({ name: '', phoneNumber: '+1555', carrier: '' })).toBe('Unknown - +1555 - Unknown');
  });

  it('DATA-4 shows the phone in the office label', () => {
    expect(officeLabel({ name: 'Downtown', phoneNumber: '+1555' })).toBe('Downtown (+1555)');
    expect(officeLabel({ name: 'Downtown', phoneNumber: '' })).toBe('Downtown');
  });

  it("LIST-12 REPORT-9 shows ids with no match as 'Partner {id}', 'Client {id}', 'Office {id}', 'Phone {id}'", () => {
    const known = new Map([[1, { name: 'Northwind' }]]);
    expect(nameOrId('Partner', 1, known)).toBe('Northwind');
    expect(nameOrId('Partner', 9, known)).toBe('Partner 9');
    expect(nameOrId('Client', 9, known)).toBe('Client 9');
    expect(nameOrId('Office', 9, known)).toBe('Office 9');
    expect(nameOrId('Phone', 9, known)).toBe('Phone 9');
  });
});
