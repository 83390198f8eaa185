/** What the preview shows and counts. */
import { describe, expect, it } from 'vitest';
import type { Office, Phone } from '../../../api/normalize.ts';
import {
  codeSuffix,
  countMessages,
  messageParts,
  placeholderValues,
  recipientsLine,
  textOf,
} from './filled-message.ts';
import { outgoingPairs } from './outgoing-pairs.ts';

const office: Office = {
  id: 210,
  name: 'Downtown',
  clientId: 21,
  phoneNumber: '+15552010001',
  managerFirstName: 'Mei',
  managerLastName: 'Lin',
};
const phone: Phone = { id: 1, name: 'Ann', phoneNumber: '+15553010001', carrier: 'AT&T' };
const clientName = () => 'Bluebird Smiles';

describe('the message of one handset', () => {
  const body = '{first_name}: {company_name}, {manager_first_name} {manager_last_name} {other}';

  it('CREATE-3 fills each placeholder from the phone, the client and the office', () => {
    const parts = messageParts(body, placeholderValues(office, phone, clientName));
    expect(parts.map(({ text }) => text).join('')).toBe('Ann: Bluebird Smiles, Mei Lin {other}');
    expect(parts.filter(({ kind }) => kind === 'filled').map(({ text }) => text)).toEqual([
      'Ann',
      'Bluebird Smiles',
      'Mei',
      'Lin',
    ]);
  });

  it('keeps a placeholder visible until its value is chosen', () => {
    const parts = messageParts(
      'Hi {first_name} of {company_name}',
      placeholderValues(office, undefined, clientName),
    );
    expect(parts).toEqual([
      { text: 'Hi ', kind: 'typed' },
      { text: '{first_name}', kind: 'open' },
      { text: ' of ', kind: 'typed' },
      { text: 'Bluebird Smiles', kind: 'filled' },
    ]);
  });

  it('SERVER-1 ends with a space, # and a code of eleven characters', () => {
    expect(codeSuffix('Hi')).toMatch(/^ #X{11}$/);
    expect(codeSuffix('')).toMatch(/^#X{11}$/);
    expect(textOf([{ text: 'Hi', kind: 'typed' }])).toHaveLength(2 + 13);
  });
});

describe('what will be sent', () => {
  const offices = [office, { ...office, id: 211, managerLastName: 'A'.repeat(160) }];
  const phones = [phone, { ...phone, id: 2 }, { ...phone, id: 3 }];

  it('CREATE-20 counts one message for each office and phone', () => {
    const count = countMessages('Hello', outgoingPairs(offices, phones), clientName);
    expect(count).toMatchObject({ offices: 2, phones: 3, messages: 6, fewestSegments: 1, mostSegments: 1 });
    expect(recipientsLine(count, null)).toBe('2 offices × 3 phones = 6 messages of 1 segment');
  });

  it('CREATE-20 shows a range of segments where placeholders make them differ', () => {
    const count = countMessages('Dear {manager_last_name}', outgoingPairs(offices, phones), clientName);
    expect(recipientsLine(count, null)).toBe('2 offices × 3 phones = 6 messages of 1 to 2 segments');
  });

  it.each([
    [0, 0, 'No office and no test phone chosen: nothing to send yet.'],
    [1, 0, 'No test phone chosen: nothing to send yet.'],
    [0, 2, 'No office chosen: nothing to send yet.'],
    [1, 1, '1 office × 1 phone = 1 message of 1 segment'],
  ])('CREATE-20 describes %i offices and %i phones: %s', (officeCount, phoneCount, line) => {
    const count = countMessages(
      '',
      outgoingPairs(offices.slice(0, officeCount), phones.slice(0, phoneCount)),
      clientName,
    );
    expect(recipientsLine(count, null)).toBe(line);
  });

  it('CREATE-20 counts files, not segments, for an MMS', () => {
    const count = countMessages('Hello', outgoingPairs([office], [phone]), clientName);
    expect(recipientsLine(count, 2)).toBe('1 office × 1 phone = 1 message with 2 files');
  });

  it('CREATE-20 fills nothing for a message without placeholders: it is the same for all recipients', () => {
    let looks = 0;
    const watched = new Proxy(phones, {
      get(target, key, receiver): unknown {
        if (/^\d+$/.test(String(key))) looks += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(countMessages('Hello', outgoingPairs(offices, watched), clientName).messages).toBe(6);
    expect(looks).toBe(0);
    expect(countMessages('{first_name}', outgoingPairs(offices, watched), clientName).messages).toBe(6);
    expect(looks).toBe(6);
  });

  it('counts messages exactly, and fast, for thousands of pairs', () => {
    const many = Array.from({ length: 400 }, (_, id) => ({
      ...office,
      id,
      managerLastName: `${id}`,
    }));
    const count = countMessages('{manager_last_name}', outgoingPairs(many, phones), clientName);
    expect(count.messages).toBe(1_200);
    expect(recipientsLine(count, null)).toBe('400 offices × 3 phones = 1,200 messages of 1 segment');
  });

  it('EVIDENCE-5 counts chosen pairs, each with the segments of its own message', () => {
    const pairs = [[office.id, phone.id]].map(([officeID = 0, phoneID = 0]) => ({ officeID, phoneID }));
    const count = countMessages('Hello', outgoingPairs([office], [phone], pairs), clientName);
    expect(recipientsLine(count, null)).toBe('1 pair of office and phone = 1 message of 1 segment');
  });
});
