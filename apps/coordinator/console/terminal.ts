/** Where the terminal UI is shown. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly colour: boolean;
  /** A personal token of who sits there (`GALLEY_TOKEN`); without one, the terminal only shows what goes on. */
  readonly token: string | undefined;
}
