import { defineWords } from '../../lib/words.ts';

export const accountWords = defineWords({
  en: {
    signIn: 'Sign in',
    firstTime:
      'The first time here? While there is no user, Galley prints a set-up link when it starts.',
  },
  de: {
    signIn: 'Anmelden',
    firstTime:
      'Zum ersten Mal hier? Solange es niemanden gibt, druckt Galley beim Start einen Link zum Einrichten.',
  },
});
