/** Which field a refusal is shown in. */
import { expect, it } from 'vitest';
import { HttpError } from '../api/http.ts';
import { fieldErrors, withoutErrors } from './field-errors.ts';

function refused(...fields: string[]): HttpError {
  const errors = fields.map((field, index) => ({ field, code: 'wrong', message: `${index} ${field}` }));
  return new HttpError(422, JSON.stringify({ errors }));
}

it('CREATE-19 the first word about a field stands beside it, an entry of a list beside the list', () => {
  expect(fieldErrors(refused('officeIDs.3', 'officeIDs', 'messageBody'))).toEqual({
    officeIDs: '0 officeIDs.3',
    messageBody: '2 messageBody',
  });
});

it('CREATE-6, REC-4 links and recurring options are told one by one, all refused files together', () => {
  const told = fieldErrors(refused('mediaURLs.media.1', 'recurrenceRule.time', 'files', 'files'));
  expect(told).toEqual({
    'mediaURLs.media.1': '0 mediaURLs.media.1',
    'recurrenceRule.time': '1 recurrenceRule.time',
    files: '2 files\n3 files',
  });
});

it("UPDATE-10 an update's one partner is the picker's", () => {
  expect(fieldErrors(refused('partnerID'))).toEqual({ partnerIDs: '0 partnerID' });
});

it('has nothing to say of other failures', () => {
  expect(fieldErrors(new TypeError('Failed to fetch'))).toEqual({});
  expect(fieldErrors(new HttpError(500, 'oops'))).toEqual({});
});

it('an edited field is no longer wrong, nor what it holds', () => {
  const errors = {
    messageBody: 'a',
    'recurrenceRule.time': 'b',
    recurrenceRule: 'c',
    'mediaURLs.media.0': 'd',
  };
  expect(withoutErrors(errors, ['recurrenceRule', 'messageBody'])).toEqual({ 'mediaURLs.media.0': 'd' });
  expect(withoutErrors(errors, ['phoneIDs'])).toBe(errors);
});
