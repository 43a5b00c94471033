import { defineMessages, withValues } from '../../lib/messages.ts';

export const clientMessages = defineMessages('client', {
  title: 'Connected clients',
  about:
    'Desktop clients such as Claude Desktop, VS Code or Cursor. Each acts as an agent in the newest run, and can’t do more than that agent.',
  address: 'Address for clients',
  addressHelp:
    'Paste this address into the client. It opens a page here, where you choose an agent.',
  empty: 'No clients connected',
  emptyText: 'Clients that someone connects appear here.',
  connected: 'connected',
  by: withValues<{ who: string }>('by {who}'),
  lastUsed: 'last used',
  active: 'Connected',
  disconnected: 'Disconnected',
  expired: 'Expired',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect this client?',
  disconnectText: withValues<{ name: string }>(
    '{name} loses access immediately. It can ask for access again.',
  ),
  didDisconnect: 'Client disconnected.',
  isOver: 'Already disconnected or expired',
  pageTitle: 'Connect a client',
  asks: withValues<{ name: string }>('“{name}” asks for access to this site'),
  asksText:
    'The name comes from the program itself and proves nothing. Continue only if you have just started to connect it.',
  receiver: 'Sends the access to',
  receiverLocal: withValues<{ host: string }>('a program on your computer ({host})'),
  agent: 'Acts as',
  agentMissing: 'Choose an agent.',
  may: 'It may',
  mayNot:
    'It can’t approve for a person, publish, or change documents without a person’s decision. You can disconnect it at any time under Runs, Connected clients.',
  allow: 'Allow access',
  decline: 'Decline',
  noAgents:
    'There is no agent that the client could act as. Agents appear after a coordinator has run.',
  back: 'Back to runs',
  leaving: 'Continue in the client. You can close this page.',
  unreadable: 'This address has no request of a client. Start again in the client.',
});
