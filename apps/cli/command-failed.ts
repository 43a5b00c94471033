/** A command that cannot do what was asked; its message is for the person at the terminal. */
export class CommandFailed extends Error {}
