export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly colour: boolean;
  /** `GALLEY_TOKEN`. Without one, the terminal UI is read-only. */
  readonly token: string | undefined;
}
