/** The unique name of this process among those that share a database, for claims, leases and metrics. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Host, process id and a random part: process ids are reused, in a container at each start. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}
