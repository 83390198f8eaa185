/** Test phones on the wire, and the refusal of an unknown one. */
import type { TestPhoneRow } from '@textprobe/database/directory/directory';
import { ProblemError } from '../http/problem.ts';

export function testPhoneToWire({ id, name, phoneNumber, carrier }: Omit<TestPhoneRow, 'evidence'>) {
  return { phoneID: id, name, phoneNumber, carrier };
}

export function unknownPhone(id: number): ProblemError {
  return new ProblemError('phone.unknown', `There is no test phone with id ${id}.`);
}
