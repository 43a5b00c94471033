import { defineMessages } from '../../lib/messages.ts';

export const agentInboxMessages = defineMessages({
  en: {
    title: 'From agents',
    questions: 'Questions of agents',
    proposals: 'Agent proposals',
    approvals: 'Approval requests',
    stuck: 'Runs that wait for you',
    asks: (who: string) => `${who} asks`,
    run: (goal: string) => `Run: ${goal}`,
    noReason: 'No reason given.',
    more: (count: number) => `and ${count} more`,
  },
  de: {
    title: 'Von Agenten',
    questions: 'Fragen von Agenten',
    proposals: 'Vorschläge von Agenten',
    approvals: 'Freigabeanfragen',
    stuck: 'Läufe, die auf Sie warten',
    asks: (who: string) => `${who} fragt`,
    run: (goal: string) => `Lauf: ${goal}`,
    noReason: 'Kein Grund angegeben.',
    more: (count: number) => `und ${count} weitere`,
  },
});
