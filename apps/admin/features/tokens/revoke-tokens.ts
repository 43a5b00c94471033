import { galley } from '../../lib/galley.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { invalidateTokens } from './queries.ts';
import { tokenMessages } from './token-messages.ts';

/** The server allows the undo for ten minutes. */
export async function showRevoked(ids: readonly string[]): Promise<void> {
  const messages = currentMessages(tokenMessages);
  toast({
    text: messages.revoked({ count: ids.length }),
    action: { label: messages.undo, onPress: () => void restore(ids).catch(toastProblem) },
  });
  await invalidateTokens();
}

async function restore(ids: readonly string[]): Promise<void> {
  const { restored } = await galley.tokens.restore({ ids: [...ids] });
  const text = currentMessages(tokenMessages).restored({ count: restored.length });
  toast({ text, ...(restored.length === 0 && { tone: 'bad' as const }) });
  await invalidateTokens();
}
