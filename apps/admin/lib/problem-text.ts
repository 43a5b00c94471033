import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable } from '@galley/sdk';
import { germanFieldError } from './german-faults.ts';
import { factualProblems, germanProblems } from './german-problems.ts';
import { defineMessages, language, currentMessages } from './messages.ts';

const problemMessages = defineMessages({
  en: {
    unreachable: 'Can’t reach the server. Your text is still here. Try again in a moment.',
    unexpected: 'The response didn’t come from Galley but perhaps from a proxy. Try again.',
    unknown: 'Something went wrong on this page. Reload it. Your text is backed up.',
    wait: (seconds: number) => ` Try again in ${seconds} seconds.`,
  },
  de: {
    unreachable:
      'Der Server ist nicht zu erreichen. Ihr Text ist noch da; versuchen Sie es gleich noch einmal.',
    unexpected:
      'Die Antwort kam nicht von Galley, sondern vielleicht von einem Proxy. Versuchen Sie es noch einmal.',
    unknown: 'Auf dieser Seite ging etwas schief. Laden Sie sie neu. Ihr Text ist gesichert.',
    wait: (seconds: number) => ` Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  },
});

export function problemText(error: unknown): string {
  const text = currentMessages(problemMessages);
  if (error instanceof GalleyProblem) {
    const said = refusalText(error.code, error.message);
    const isTold = error.retryAfter === undefined || /again|noch einmal/i.test(said);
    return isTold ? said : said + text.wait(Math.ceil(error.retryAfter));
  }
  if (error instanceof GalleyUnreachable) return text.unreachable;
  if (error instanceof GalleyUnexpectedAnswer) return text.unexpected;
  return text.unknown;
}

/** In English, the message of the server. */
export function refusalText(code: string, detail: string): string {
  const known = language.get() === 'de' && Object.hasOwn(germanProblems, code);
  if (!known) return detail;
  const german = germanProblems[code as keyof typeof germanProblems];
  return factualProblems.has(code) ? `${german} Der Server sagt dazu: ${detail}` : german;
}

/** Empty for errors without field details. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof GalleyProblem)) return {};
  return Object.fromEntries(
    error.errors.map(({ path, message }) => [path, fieldErrorText(message)]),
  );
}

export function fieldErrorText(message: string): string {
  return language.get() === 'de' ? germanFieldError(message) : message;
}
