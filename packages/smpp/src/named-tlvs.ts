/**
 * Optional parameters by their names instead of by tags and octets. Nothing here is needed to receive them: a PDU keeps
 * its parameters raw, and only who asks for one learns that its length is wrong.
 */
import { ESME_RINVOPTPARAMVAL, ESME_RINVPARLEN } from './command-status.ts';
import { PduError } from './pdu-error.ts';
import {
  definitionOfTag,
  type TlvDefinition,
  type TlvName,
  type TlvValues,
  tlvDefinitions,
} from './tlv-definitions.ts';

type Tlvs = ReadonlyMap<number, Buffer>;

/**
 * A parameter of the peer's whose length is wrong. Thrown by the handler of a request it is what the request is
 * answered with: ESME_RINVPARLEN.
 */
export class TlvError extends PduError {}

/** The value of one parameter; null where it is not there. @throws TlvError, which names it, where its length is wrong */
export function readTlv<N extends TlvName>(tlvs: Tlvs, name: N): TlvValues[N] | null {
  const definition = tlvDefinitions[name] as unknown as TlvDefinition<TlvValues[N]>;
  const value = tlvs.get(definition.tag);
  if (value === undefined) return null;
  const fault = lengthFault(definition, value);
  if (fault !== null) throw new TlvError(fault, ESME_RINVPARLEN);
  return definition.read(value);
}

/** The parameters by name, and those that the standard does not name as they are. @throws TlvError as {@link readTlv} */
export function namedTlvs(tlvs: Tlvs): { values: Partial<TlvValues>; others: Map<number, Buffer> } {
  const values: Record<string, unknown> = {};
  const others = new Map<number, Buffer>();
  for (const [tag, value] of tlvs) {
    const known = definitionOfTag(tag);
    if (known) values[known.key] = readTlv(tlvs, known.key);
    else others.set(tag, value);
  }
  return { values: values as Partial<TlvValues>, others };
}

/**
 * Parameters to send.
 * @param others those that the standard does not name, by tag
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
  if (fault !== null) throw new PduError(fault, ESME_RINVPARLEN);
  return octets;
}

/** What is wrong with the first parameter whose length is; null where none is. */
export function faultOfTlvs(tlvs: Tlvs): TlvError | null {
  for (const [tag, value] of tlvs) {
    const known = definitionOfTag(tag);
    const fault = known ? lengthFault(known.definition, value) : null;
    if (fault !== null) return new TlvError(fault, ESME_RINVPARLEN);
  }
  return null;
}

type Bounds = Pick<TlvDefinition<unknown>, 'name' | 'min' | 'max'>;

function lengthFault({ name, min, max }: Bounds, value: Buffer): string | null {
  if (value.length >= min && value.length <= max) return null;
  const wanted = min === max ? `${min}` : `${min} to ${max}`;
  return `optional parameter ${name} has a length of ${value.length} octets, not ${wanted}`;
}
