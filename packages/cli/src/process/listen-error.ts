/** Why a port could not be had, as a sentence that says what to set instead. */

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** What the person sets to choose another one. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

export function explainListenError(error: NodeJS.ErrnoException, place: ListenPlace): string {
  const { host, port, hostSetting, portSetting } = place;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Set ${portSetting} to another one, or to 0 for any free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${portSetting} to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set ${hostSetting} to one of its addresses, or to 127.0.0.1.`;
    default:
      return `Nothing could listen on ${host}, port ${port}: ${error.message}`;
  }
}
