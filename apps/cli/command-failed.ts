/** A command failed; its message is shown to the person at the terminal. */
export class CommandFailed extends Error {}
