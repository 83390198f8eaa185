/** Values in the URL's search parameters. */
import { describe, expect, it, test } from 'vitest';
import { addressCodec, oneOf, page, positive, searchText, shortText, withDefault } from './address-values.ts';

const { read, change } = addressCodec(
  { text: withDefault(searchText, ''), id: positive(), kind: oneOf(['SMS', 'MMS']), page },
  { resets: ['page'], names: { text: 'q' } },
);
const search = (query: string) => new URLSearchParams(query);

describe('a codec', () => {
  it('reads what is valid, and defaults for the rest', () => {
    expect(read(search('q=+oak+&id=3&kind=mms&page=2'))).toEqual({
      text: 'oak',
      id: 3,
      kind: 'MMS',
      page: 2,
    });
    expect(read(search('id=x&kind=FAX&page=0'))).toEqual({
      text: '',
      id: undefined,
      kind: undefined,
      page: 1,
    });
  });

  it('changes some values, and keeps the others and the parameters that it does not know', () => {
    expect(change(search('theme=x&q=oak&id=3'), { id: 4, kind: 'SMS' }).toString()).toBe(
      'theme=x&q=oak&id=4&kind=SMS',
    );
  });

  it('does not write defaults, nothing, or what would be read as a default', () => {
    const before = search('q=oak&id=3&kind=SMS&page=2');
    expect(change(before, { text: ' ', id: null, kind: undefined, page: 1 }).toString()).toBe('');
    expect(change(before, { id: 'x' }).toString()).toBe('q=oak&kind=SMS');
  });

  it('resets a value on any change that does not set it', () => {
    expect(change(search('id=3&page=2'), { kind: 'SMS' }).toString()).toBe('id=3&kind=SMS');
    expect(change(search('id=3&page=2'), { kind: 'SMS', page: 5 }).toString()).toBe('id=3&page=5&kind=SMS');
  });
});

test.each([
  ['1', 1],
  ['999999999', 999_999_999],
  ['1000000000', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x29', undefined],
  ['', undefined],
  [null, undefined],
])('reads %s as the number %s', (text, number) => {
  expect(positive()(text)).toBe(number);
});

test('a page number has at most the digits that the server accepts', () => {
  expect([page('9999999'), page('10000000'), page(null)]).toEqual([9_999_999, 1, 1]);
});

test('one of several values is read in any case, and no property of an object is one', () => {
  const read = oneOf(['sent', 'receipt only']);
  expect(['Sent', 'RECEIPT ONLY', 'lost', '', '__proto__', null].map(read)).toEqual([
    'sent',
    'receipt only',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('texts that the server would refuse are ignored', () => {
  expect([shortText('AT&T'), shortText(' '), shortText('x'.repeat(201)), shortText(null)]).toEqual([
    'AT&T',
    undefined,
    undefined,
    undefined,
  ]);
  expect([searchText('code #57'), searchText('x'.repeat(201)), searchText('a b c d e f g h i j k')]).toEqual([
    'code #57',
    undefined,
    undefined,
  ]);
});
