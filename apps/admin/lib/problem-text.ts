import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable } from '@galley/sdk';
import { defineWords, wordsNow } from './words.ts';

const words = defineWords({
  en: {
    unreachable: 'The server cannot be reached. Your text is still here; try again in a moment.',
    unexpected: 'The answer came from something other than Galley: a proxy, perhaps. Try again.',
    unknown: 'Something went wrong on this page. Load it again; what you wrote is kept.',
    forbidden: 'You may not do that here.',
    wait: (seconds: number) => ` Try again in ${seconds} seconds.`,
  },
  de: {
    unreachable:
      'Der Server ist nicht zu erreichen. Ihr Text ist noch da; versuchen Sie es gleich noch einmal.',
    unexpected: 'Geantwortet hat etwas anderes als Galley, vielleicht ein Proxy. Noch einmal?',
    unknown: 'Auf dieser Seite ging etwas schief. Laden Sie sie neu; Ihr Text ist aufbewahrt.',
    forbidden: 'Das dürfen Sie hier nicht.',
    wait: (seconds: number) => ` Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  },
});

/** What went wrong, for whoever is at the screen: the server's own words where it has some. */
export function problemText(error: unknown): string {
  const text = wordsNow(words);
  if (error instanceof GalleyProblem) {
    const wait = error.retryAfter === undefined ? '' : text.wait(Math.ceil(error.retryAfter));
    return `${error.message || text.forbidden}${wait}`;
  }
  if (error instanceof GalleyUnreachable) return text.unreachable;
  if (error instanceof GalleyUnexpectedAnswer) return text.unexpected;
  return text.unknown;
}

/** By field, what was wrong with it; empty for all other errors. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof GalleyProblem)) return {};
  return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
}
