/** Builds optional parameters from their names, and checks the lengths of received ones. */
import { ESME_RINVOPTPARAMVAL, ESME_RINVPARLEN } from './command-status.ts';
import { PduError } from './pdu-error.ts';
import {
  definitionOfTag,
  type TlvDefinition,
  type TlvName,
  type TlvValues,
  tlvDefinitions,
} from './tlv-definitions.ts';

/**
 * Encodes parameters by name.
 * @param others those that the standard does not define, by tag
 * @throws PduError, which names the parameter, for a value that does not fit
 */
export function tlvsOf(
  values: Partial<TlvValues>,
  others: Iterable<readonly [tag: number, value: Buffer]> = [],
): Map<number, Buffer> {
  const tlvs = new Map<number, Buffer>();
  for (const key of Object.keys(values) as TlvName[]) {
    const definition = tlvDefinitions[key] as unknown as TlvDefinition<unknown>;
    tlvs.set(definition.tag, write(definition, values[key]));
  }
  for (const [tag, value] of others) tlvs.set(tag, value);
  return tlvs;
}

function write(definition: TlvDefinition<unknown>, value: unknown): Buffer {
  let octets: Buffer;
  try {
    octets = definition.write(value);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PduError(`optional parameter ${definition.name}: ${why}`, ESME_RINVOPTPARAMVAL);
  }
  const fault = lengthFault(definition, octets);
  if (fault !== null) throw fault;
  return octets;
}

/** The first parameter with a wrong length, as an error; null if all are right. */
export function faultOfTlvs(tlvs: ReadonlyMap<number, Buffer>): PduError | null {
  for (const [tag, value] of tlvs) {
    const definition = definitionOfTag(tag);
    const fault = definition ? lengthFault(definition, value) : null;
    if (fault !== null) return fault;
  }
  return null;
}

type Bounds = Pick<TlvDefinition<unknown>, 'name' | 'min' | 'max'>;

function lengthFault({ name, min, max }: Bounds, value: Buffer): PduError | null {
  if (value.length >= min && value.length <= max) return null;
  const expected = min === max ? `${min}` : `${min} to ${max}`;
  const fault = `optional parameter ${name} has a length of ${value.length} octets, not ${expected}`;
  return new PduError(fault, ESME_RINVPARLEN);
}
