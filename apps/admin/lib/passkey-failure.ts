import { currentMessages, defineMessages } from './messages.ts';

const failureMessages = defineMessages('passkeyFailure', {
  cancelled: 'No passkey was used: the request was cancelled or took too long. Try again.',
  exists: 'This device or password manager has a passkey for your account already.',
  unusable: 'This browser or device could not use a passkey. Try another one.',
});

/** The browser or the person ended a request for a passkey. */
export class PasskeyFailure extends Error {
  readonly reason: keyof typeof failureMessages.english;

  constructor(reason: PasskeyFailure['reason'], cause: unknown) {
    super(`passkey: ${reason}`, { cause });
    this.name = 'PasskeyFailure';
    this.reason = reason;
  }
}

export function passkeyFailureText({ reason }: PasskeyFailure): string {
  return currentMessages(failureMessages)[reason];
}
