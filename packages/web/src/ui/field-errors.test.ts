/** Assigning the server's errors to fields. */
import { expect, it } from 'vitest';
import { HttpError } from '../api/http.ts';
import { fieldErrors, withoutErrors } from './field-errors.ts';

function refused(...fields: string[]): HttpError {
  const errors = fields.map((field, index) => ({ field, code: 'wrong', message: `${index} ${field}` }));
  return new HttpError(422, JSON.stringify({ errors }));
}

it('CREATE-19 shows the first error of a field beside it, and that of a list entry beside the list', () => {
  expect(fieldErrors(refused('officeIDs.3', 'officeIDs', 'messageBody'))).toEqual({
    officeIDs: '0 officeIDs.3',
    messageBody: '2 messageBody',
  });
});

it('CREATE-6, REC-4 shows links and recurring options separately, all rejected files together', () => {
  const errors = fieldErrors(refused('mediaURLs.media.1', 'recurrenceRule.time', 'files', 'files'));
  expect(errors).toEqual({
    'mediaURLs.media.1': '0 mediaURLs.media.1',
    'recurrenceRule.time': '1 recurrenceRule.time',
    files: '2 files\n3 files',
  });
});

it("UPDATE-10 assigns an update's partnerID to the partner picker", () => {
  expect(fieldErrors(refused('partnerID'))).toEqual({ partnerIDs: '0 partnerID' });
});

it('has no errors for other failures', () => {
  expect(fieldErrors(new TypeError('Failed to fetch'))).toEqual({});
  expect(fieldErrors(new HttpError(500, 'oops'))).toEqual({});
});

it('clears the error of an edited field, and of its nested fields', () => {
  const errors = {
    messageBody: 'a',
    'recurrenceRule.time': 'b',
    recurrenceRule: 'c',
    'mediaURLs.media.0': 'd',
  };
  expect(withoutErrors(errors, ['recurrenceRule', 'messageBody'])).toEqual({ 'mediaURLs.media.0': 'd' });
  expect(withoutErrors(errors, ['phoneIDs'])).toBe(errors);
});
