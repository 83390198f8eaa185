/** The port to the local server of SMS Gateway for Android, which `set-up-sms-gateway.ts` of the program implements (PAIR-3). */
export type SetUpSmsGateway = (
  server: {
    /** As entered, such as `192.168.1.10` or `http://192.168.1.10:8080`. */
    readonly address: string;
    readonly user: string;
    readonly password: string;
  },
  settings: { readonly webhookUrl: string; readonly signingKey: string; readonly pingMinutes: number },
) => Promise<
  /** What was set, each as words for the screen. */
  | { readonly ok: true; readonly set: readonly string[] }
  /** `field`: the one that `message` is about; null: none. */
  | { readonly ok: false; readonly field: 'address' | 'user' | null; readonly message: string }
>;
