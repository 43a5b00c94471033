import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Worker } from '@galley/runcoord';
import { promptCatalogue, type McpPrompt } from './prompt-catalogue.ts';

const maxLength = 4_000;

/** Shows the prompts whose tools the token allows. */
export function servePrompts(server: Server, { scopes }: Worker): void {
  const prompts = Object.entries(promptCatalogue).filter(([, prompt]) =>
    prompt.scopes.every((scope) => scopes.has(scope)),
  );
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(([name, { title, description, arguments: given }]) => ({
      name,
      title,
      description,
      arguments: Object.entries(given).map(([argument, { description: about, isOptional }]) => ({
        name: argument,
        description: about,
        required: !isOptional,
      })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const found = prompts.find(([known]) => known === name);
    if (!found) throw invalid(`Unknown prompt "${name.slice(0, 100)}"; prompts/list shows yours.`);
    const [, prompt] = found;
    requireArguments(prompt, given);
    const text = prompt.text(given);
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}

function requireArguments(
  { arguments: known }: McpPrompt,
  given: Readonly<Record<string, string>>,
): void {
  for (const [name, { description, isOptional }] of Object.entries(known)) {
    const value = Object.hasOwn(given, name) ? given[name]!.trim() : '';
    if (value === '' && !isOptional) throw invalid(`${name}: missing. ${description}`);
    if (value.length > maxLength)
      throw invalid(`${name}: must have at most ${maxLength} characters, not ${value.length}.`);
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
