import { defineMessages } from '../../lib/messages.ts';

export const clientMessages = defineMessages({
  en: {
    title: 'Connected clients',
    about:
      'Desktop clients such as Claude Desktop, VS Code or Cursor. Each acts as an agent in the newest run, and can’t do more than that agent.',
    address: 'Address for clients',
    addressHelp:
      'Paste this address into the client. It opens a page here, where you choose an agent.',
    empty: 'No clients connected',
    emptyText: 'Clients that someone connects appear here.',
    connected: 'connected',
    by: (who: string) => `by ${who}`,
    lastUsed: 'last used',
    active: 'Connected',
    disconnected: 'Disconnected',
    expired: 'Expired',
    disconnect: 'Disconnect',
    disconnectTitle: 'Disconnect this client?',
    disconnectText: (name: string) =>
      `${name} loses access immediately. It can ask for access again.`,
    didDisconnect: 'Client disconnected.',
    isOver: 'Already disconnected or expired',
    pageTitle: 'Connect a client',
    asks: (name: string) => `“${name}” asks for access to this site`,
    asksText:
      'The name comes from the program itself and proves nothing. Continue only if you have just started to connect it.',
    receiver: 'Sends the access to',
    receiverLocal: (host: string) => `a program on your computer (${host})`,
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
  },
  de: {
    title: 'Verbundene Programme',
    about:
      'Programme wie Claude Desktop, VS Code oder Cursor. Jedes handelt als ein Agent im neuesten Lauf und kann nicht mehr als dieser Agent.',
    address: 'Adresse für Programme',
    addressHelp:
      'Fügen Sie diese Adresse im Programm ein. Es öffnet hier eine Seite, auf der Sie einen Agenten wählen.',
    empty: 'Keine Programme verbunden',
    emptyText: 'Programme, die jemand verbindet, erscheinen hier.',
    connected: 'verbunden',
    by: (who: string) => `von ${who}`,
    lastUsed: 'zuletzt benutzt',
    active: 'Verbunden',
    disconnected: 'Getrennt',
    expired: 'Abgelaufen',
    disconnect: 'Trennen',
    disconnectTitle: 'Dieses Programm trennen?',
    disconnectText: (name: string) =>
      `${name} verliert sofort den Zugriff. Es kann erneut um Zugriff bitten.`,
    didDisconnect: 'Programm getrennt.',
    isOver: 'Bereits getrennt oder abgelaufen',
    pageTitle: 'Programm verbinden',
    asks: (name: string) => `„${name}“ bittet um Zugriff auf diese Website`,
    asksText:
      'Den Namen hat das Programm selbst gewählt; er beweist nichts. Fahren Sie nur fort, wenn Sie gerade begonnen haben, es zu verbinden.',
    receiver: 'Sendet den Zugang an',
    receiverLocal: (host: string) => `ein Programm auf Ihrem Computer (${host})`,
    agent: 'Handelt als',
    agentMissing: 'Wählen Sie einen Agenten.',
    may: 'Es darf',
    mayNot:
      'Es kann nicht für einen Menschen freigeben, nicht veröffentlichen und Dokumente nicht ohne die Entscheidung eines Menschen ändern. Trennen können Sie es jederzeit unter Läufe, Verbundene Programme.',
    allow: 'Zugriff erlauben',
    decline: 'Ablehnen',
    noAgents:
      'Es gibt keinen Agenten, als der das Programm handeln könnte. Agenten erscheinen, sobald ein Koordinator gelaufen ist.',
    back: 'Zurück zu den Läufen',
    leaving: 'Fahren Sie im Programm fort. Sie können diese Seite schließen.',
    unreadable:
      'Diese Adresse enthält keine Anfrage eines Programms. Beginnen Sie im Programm noch einmal.',
  },
});
