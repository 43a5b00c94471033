import { command } from './command.ts';
import type { Adapter } from './adapter.ts';

/** The reference agent, which prints events like any program can. */
export const galleyAgent: Adapter = {
  ...command,
  isKnownProgram: true,
  knowsGalley: true,
  keys: ['GALLEY_AGENT_BASE_URL'],
  variables: ['GALLEY_AGENT_API_KEY'],
  signInHelp:
    'Set GALLEY_AGENT_BASE_URL for the supervisor to an OpenAI-compatible endpoint, GALLEY_AGENT_API_KEY if it needs a key, and the model in the command of the adapter (--model).',
};

/** Also with a path, and with options. */
export const runsGalleyAgent = (text: string) => /^(?:\S*\/)?galley-agent(?:\s|$)/.test(text);
