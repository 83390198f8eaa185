/** What each library is made to do: an SMSC that accepts everything, and an ESME that sends. */

export interface Wire {
  /** Accepts every submit_sm; one that asks for a receipt gets it at once by deliver_sm. Resolves to its port. */
  startSmsc(): Promise<number>;
  /** Binds one session as a transceiver. */
  connectEsme(port: number): Promise<Esme>;
}

export interface Esme {
  /**
   * Sends so many submit_sm, as many at a time as the window allows. Resolves once all are answered and, with receipts,
   * every receipt has come and is answered.
   */
  send(count: number, withReceipts: boolean): Promise<void>;
}
