/** What this process is called where processes over one database are told apart: claims, leases, metrics. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** By host, process and life: a process id is used again, in a container at each start. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
}
