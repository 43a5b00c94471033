import { defineMessages } from '../../lib/messages.ts';

export const questionMessages = defineMessages({
  en: {
    questions: 'Questions of agents',
    asks: (who: string) => `${who} asks`,
    coordinatorAsks: 'The coordinator asks',
    due: 'answer needed by',
    answer: 'Answer',
    answerTitle: (who: string) => `Answer ${who}`,
    yourAnswer: 'Your answer',
    answerHelp: 'The agent continues with these words.',
    answerMissing: 'Enter an answer.',
    choices: 'Suggested answers',
    answered: 'Answered',
    answeredBy: (who: string, words: string) => `${who} answered: ${words}`,
  },
  de: {
    questions: 'Fragen von Agenten',
    asks: (who: string) => `${who} fragt`,
    coordinatorAsks: 'Der Koordinator fragt',
    due: 'Antwort nötig bis',
    answer: 'Antworten',
    answerTitle: (who: string) => `${who} antworten`,
    yourAnswer: 'Ihre Antwort',
    answerHelp: 'Der Agent arbeitet mit diesen Worten weiter.',
    answerMissing: 'Geben Sie eine Antwort ein.',
    choices: 'Vorgeschlagene Antworten',
    answered: 'Beantwortet',
    answeredBy: (who: string, words: string) => `${who} hat geantwortet: ${words}`,
  },
});
