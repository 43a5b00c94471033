import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable } from '@galley/sdk';
import { germanFieldError } from './german-faults.ts';
import { factualProblems, germanProblems, temporaryProblems } from './german-problems.ts';
import { defineMessages, formatCount, language, currentMessages } from './messages.ts';

const problemMessages = defineMessages({
  en: {
    unreachable: 'Can’t reach the server. Your text is still here. Try again in a moment.',
    unexpected: 'The response didn’t come from Galley but perhaps from a proxy. Try again.',
    unknown: 'Something went wrong on this page. Reload it. Your text is backed up.',
  },
  de: {
    unreachable:
      'Der Server ist nicht zu erreichen. Ihr Text ist noch da; versuchen Sie es gleich noch einmal.',
    unexpected:
      'Die Antwort kam nicht von Galley, sondern vielleicht von einem Proxy. Versuchen Sie es noch einmal.',
    unknown: 'Auf dieser Seite ging etwas schief. Laden Sie sie neu. Ihr Text ist gesichert.',
  },
});

export function problemText(error: unknown): string {
  const text = currentMessages(problemMessages);
  if (error instanceof GalleyProblem)
    return refusalText(error.code, error.message) + requiredText(error) + retryText(error);
  if (error instanceof GalleyUnreachable) return text.unreachable;
  if (error instanceof GalleyUnexpectedAnswer) return text.unexpected;
  return text.unknown;
}

/** Empty in English, because the message of the server names the first missing field. */
function requiredText({ code, errors }: GalleyProblem): string {
  if (language.get() !== 'de' || code !== 'invalid_fields') return '';
  const missing = errors.map(({ message }) => message).filter((text) => / is required$/.test(text));
  return missing.map((text) => ` ${germanFieldError(text)}.`).join('');
}

/** Empty in English, because the messages of the server say when to try again. */
function retryText({ code, retryAfter }: GalleyProblem): string {
  const isNeeded = language.get() === 'de' && temporaryProblems.has(code);
  if (!isNeeded || retryAfter === undefined) return '';
  return ` Versuchen Sie es in ${germanWait(retryAfter)} noch einmal.`;
}

function germanWait(seconds: number): string {
  if (seconds < 120) return formatCount(Math.ceil(seconds), 'Sekunde', 'Sekunden');
  if (seconds < 7_200) return formatCount(Math.ceil(seconds / 60), 'Minute', 'Minuten');
  return formatCount(Math.ceil(seconds / 3_600), 'Stunde', 'Stunden');
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
