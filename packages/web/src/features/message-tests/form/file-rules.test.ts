/** Which files may be added, and their upload progress. */
import { describe, expect, it } from 'vitest';
import { createFileRule, fileProgress, megabytes, updateFileRule } from './file-rules.ts';

const LIMIT = 10_485_760;

it('CREATE-8 takes images and videos of at most 10485760 bytes', () => {
  for (const type of ['image/png', 'image/webp', 'video/mp4']) {
    expect(createFileRule({ type, size: LIMIT })).toBeNull();
    expect(createFileRule({ type, size: LIMIT + 1 })).toBe('File too large. Maximum size is 10MB.');
  }
  for (const type of ['', 'text/plain', 'application/pdf', 'ximage/png']) {
    expect(createFileRule({ type, size: 1 })).toBe('Invalid file type. Only images and videos are allowed.');
  }
});

it("UPDATE-5 accepts the listed types, with the browsers' own names for MOV and AVI", () => {
  for (const type of [
    'image/jpeg',
    'image/jpg',
    'image/png',
    'image/gif',
    'video/mp4',
    'video/avi',
    'video/mov',
  ]) {
    expect(updateFileRule({ type, size: LIMIT })).toBeNull();
  }
  expect(updateFileRule({ type: 'video/quicktime', size: 1 })).toBeNull();
  expect(updateFileRule({ type: 'video/x-msvideo', size: 1 })).toBeNull();
  expect(updateFileRule({ type: 'image/webp', size: 1 })).toBe('Only images and videos are allowed');
  expect(updateFileRule({ type: 'image/png', size: LIMIT + 1 })).toBe('File size must be less than 10MB');
});

it('CREATE-7 shows sizes in MB of 1,048,576 bytes with 2 decimals', () => {
  expect([0, 1_048_576, 1_572_864, LIMIT, 5_000].map(megabytes)).toEqual([
    '0.00 MB',
    '1.00 MB',
    '1.50 MB',
    '10.00 MB',
    '0.00 MB',
  ]);
});

describe('upload progress of each file', () => {
  it('counts the files in order, after everything that is not a file', () => {
    expect(fileProgress([100, 300], 0, 420)).toEqual([0, 0]);
    expect(fileProgress([100, 300], 20, 420)).toEqual([0, 0]);
    expect(fileProgress([100, 300], 70, 420)).toEqual([0.5, 0]);
    expect(fileProgress([100, 300], 270, 420)).toEqual([1, 0.5]);
    expect(fileProgress([100, 300], 420, 420)).toEqual([1, 1]);
  });

  it('is 0 while nothing is known, and completes an empty file as soon as it is reached', () => {
    expect(fileProgress([100, 300], 0, 0)).toEqual([0, 0]);
    expect(fileProgress([100, 0], 50, 100)).toEqual([0.5, 0]);
    expect(fileProgress([100, 0], 100, 100)).toEqual([1, 1]);
  });
});
