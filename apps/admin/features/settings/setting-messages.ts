import type { Field } from '../../fields/index.ts';
import { language } from '../../lib/messages.ts';

type Translation = readonly [label: string, help: string];

const link: Readonly<Record<string, Translation>> = {
  title: ['Titel', 'Was der Link sagt.'],
  url: ['Adresse', 'Wohin er führt, etwa /about/.'],
  children: ['Darunter', 'Links unter diesem.'],
};
const name = 'Ein Name aus Kleinbuchstaben, Ziffern, - und _.';

/** `menu` and `title` become `menu.title`. */
function prefixKeys(place: string, messages: Readonly<Record<string, Translation>>) {
  return Object.fromEntries(
    Object.entries(messages).map(([key, said]) => [`${place}.${key}`, said]),
  );
}

/** Keys are paths for settings with rows. The server sends English texts. */
const german: Readonly<Record<string, Translation>> = {
  title: ['Titel', 'Wie die Website heißt.'],
  description: ['Beschreibung', 'Worum es auf der Website geht.'],
  url: [
    'Adresse',
    'Wo Leserinnen und Leser die Website finden; Feeds, die Sitemap und geteilte Links nennen sie.',
  ],
  language: ['Sprache', 'Die Sprache von Dokumenten, die in keinem Ordner einer Sprache liegen.'],
  languages: ['Sprachen', 'Die Sprachen der Website, und was in jeder anders gesagt wird.'],
  'languages.key': ['Kürzel', 'Das Kürzel einer Sprache, etwa de oder pt-BR.'],
  'languages.name': ['Name', 'Wie sich die Sprache selbst nennt.'],
  'languages.title': ['Titel', 'Der Titel der Website in dieser Sprache.'],
  'languages.description': ['Beschreibung', 'Worum es auf der Website geht, in dieser Sprache.'],
  'languages.menu': ['Menü', 'Das Hauptmenü in dieser Sprache.'],
  'languages.menus': ['Weitere Menüs', 'Weitere Menüs in dieser Sprache.'],
  'languages.menus.key': ['Name', name],
  'languages.menus.items': ['Links', 'Titel und Adresse eines jeden Links.'],
  time_zone: ['Zeitzone', 'Die Zone von Zeiten, die keine nennen, etwa Europe/Berlin.'],
  menu: ['Menü', 'Das Hauptmenü.'],
  menus: ['Weitere Menüs', 'Weitere Menüs, unter den Namen, die das Design kennt.'],
  'menus.key': ['Name', name],
  'menus.items': ['Links', 'Titel und Adresse eines jeden Links.'],
  ...prefixKeys('menu', link),
  ...prefixKeys('menu.children', link),
  ...prefixKeys('menus.items', link),
  ...prefixKeys('menus.items.children', link),
  ...prefixKeys('languages.menu', link),
  ...prefixKeys('languages.menu.children', link),
  ...prefixKeys('languages.menus.items', link),
  ...prefixKeys('languages.menus.items.children', link),
  redirects: ['Weiterleitungen', 'Alte Adressen, und wohin sie jetzt führen.'],
  'redirects.from': ['Von', 'Die alte Adresse, etwa /old/.'],
  'redirects.to': ['Nach', 'Wohin sie führt; nichts, wo es nichts mehr gibt (410).'],
  'redirects.status': ['Status', '301 oder 308 (endgültig), 302 (vorerst) oder 410 (weg).'],

  'server.workers': [
    'Prozesse',
    'Wie viele Prozesse bedienen, an einem Port; 0 ist einer je Kern. Jeder hat eigene Verbindungen und einen eigenen Zwischenspeicher.',
  ],
  'server.cache': [
    'Zwischenspeicher',
    'Wie viel Speicher jeder Prozess für öffentliche Seiten und Daten nimmt, die fertig zum Senden sind.',
  ],
  'site.stale_if_error': [
    'Ohne Datenbank weiter zeigen',
    'Wie lange öffentliche Seiten, Feeds und Daten auf dem letzten bekannten Stand gesendet werden, während die Datenbank nicht antwortet; `0s` schaltet das ab.',
  ],
  'limits.connections_per_address': [
    'Verbindungen pro Adresse',
    'Wie viele Verbindungen einer Adresse ein Prozess gleichzeitig offen hält; 0 für keine Grenze. Verbindungen dieses Rechners und vertrauter Proxys zählen nicht.',
  ],
  'server.shutdown_delay': [
    'Weiter antworten',
    'Wie lange ein Server oder Koordinator, der enden soll, noch antwortet, während er bei Anfragen nach seiner Gesundheit sagt, dass er endet: so lange, wie ein Proxy braucht, der danach fragt.',
  ],
  'server.shutdown_timeout': [
    'Frist für Antworten',
    'Wie viel Zeit danach für Antworten bleibt, an denen schon gearbeitet wird.',
  ],
  'content.watch': [
    'Beobachten',
    'Wie Änderungen an Dateien bemerkt werden: durch Ereignisse des Dateisystems, durch wiederholtes Nachsehen, gar nicht, oder wie es zum Dateisystem passt.',
  ],
  'content.poll_interval': ['Abstand', 'Wie lange beim Nachsehen dazwischen gewartet wird.'],
  'limits.json_body': ['JSON-Anfragen', 'Die größte Anfrage in JSON.'],
  'limits.document_body': ['Dokumente', 'Die größte Anfrage, die ein Dokument enthält.'],
  'limits.public_requests_per_minute': [
    'Anfragen je Minute ohne Anmeldung',
    'Anfragen einer Adresse an die API, ohne angemeldet zu sein; 0 für keine Grenze.',
  ],
  'build.on_publish': [
    'Von selbst',
    'Ob der Server die statische Ausgabe von selbst erneuert, wenn sich Öffentliches geändert hat.',
  ],
  'build.platform_api': [
    'Plattform-API',
    'Ob die statische Ausgabe auch die Antworten der Plattform-API enthält, als JSON-Dateien.',
  ],

  'content.types': ['Arten', 'Welche Arten von Dokumenten es gibt, jede mit einem eigenen Ordner.'],
  'content.types.key': ['Name', name],
  'content.types.folder': ['Ordner', 'Wo ihre Dokumente in den Inhalten liegen.'],
  'content.types.permalink': ['Adressen', 'Das Muster ihrer Adressen, etwa /posts/:path/.'],
  'content.types.layout': ['Layout', 'Das Layout des Designs für Dokumente, die keines nennen.'],
  'content.types.label': ['Beschriftung', 'Wie man sie nennt.'],
  'html.raw': [
    'HTML in Dokumenten',
    'Ob HTML in Dokumenten gezeigt wird, soweit es harmlos ist, oder wegbleibt.',
  ],
  'html.allow': [
    'Weiteres HTML',
    'Elemente, die Dokumente über die üblichen hinaus enthalten dürfen.',
  ],
  'html.allow.tag': ['Element', 'Etwa section oder my-chart.'],
  'html.allow.attributes': [
    'Attribute',
    'Seine Attribute außer denen, die jedes Element haben darf.',
  ],
  'html.allow.classes': ['Klassen', 'Seine Klassen; ein * am Ende steht für alles.'],
  'html.embeds': [
    'Rahmen',
    'Rechner, deren Seiten Dokumente in Rahmen zeigen dürfen, etwa www.youtube-nocookie.com.',
  ],
  'paging.page_size': ['Je Seite', 'Wie viele Dokumente eine Seite einer Liste zeigt.'],
  'search.enabled': ['Suche', 'Ob die Website eine Seite zum Suchen hat.'],
  taxonomies: ['Taxonomien', 'Wonach Dokumente geordnet werden.'],
  'taxonomies.key': ['Name', name],
  'taxonomies.label': ['Beschriftung', 'Wie man sie nennt.'],
  'taxonomies.permalink': [
    'Adressen',
    'Das Muster der Adressen ihrer Begriffe, etwa /tags/:term/.',
  ],
  'taxonomies.renamed': [
    'Umbenannt',
    'Frühere Begriffe und ihre heutigen Namen; ihre Seiten leiten weiter, solange kein Dokument sie hat.',
  ],
  'taxonomies.renamed.key': ['Früher', 'Letzter Teil der früheren Adresse, etwa wood-type.'],
  'editorial.require_approval': [
    'Freigabe nötig',
    'Ob nur öffentlich wird, was eine zweite Person freigegeben hat.',
  ],
  'editorial.independence': [
    'Unabhängigkeit',
    'Mit contributors zählt die Freigabe von jemandem, der den Text seit seiner letzten Freigabe weder geändert noch besessen hat, oder von zweien, die es haben. Mit last_editor die von allen außer denen, denen er gehört oder zugewiesen ist oder die ihn zuletzt bearbeitet haben.',
  ],
  'limits.upload': ['Hochladen', 'Die größte Datei, die hochgeladen werden kann.'],

  'backup.on_change': [
    'Nach Änderungen',
    'Ob von selbst gesichert wird, nachdem sich Inhalte geändert haben.',
  ],
  'backup.debounce': [
    'Ruhe davor',
    'Wie lange die Inhalte dafür ruhen müssen; wo sie nie ruhen, wartet die Sicherung zehnmal so lang.',
  ],
  'backup.interval': [
    'Abstand',
    'Wie lange nach einer Sicherung die nächste frühestens von selbst entsteht.',
  ],
  'backup.retention.keep': [
    'Anzahl',
    'Wie viele Sicherungen bleiben, die neuesten. Ohne Angabe beliebig viele.',
  ],
  'backup.retention.age': [
    'Alter',
    'Wie lange Sicherungen bleiben. Die neueste bleibt, wie alt sie auch ist, und für eine Woche, was vor einer Wiederherstellung entstand. Ohne Angabe für immer.',
  ],

  'seo.image': ['Bild', 'Das Bild, das gezeigt wird, wo eine Seite ohne eigenes geteilt wird.'],
  'seo.title_separator': [
    'Trennzeichen',
    'Was zwischen dem Titel einer Seite und dem der Website steht.',
  ],
  'seo.twitter': ['Konto', 'Das Konto, das Karten auf X (Twitter) nennen, etwa @galley.'],
  'seo.organization': ['Wer dahinter steht', 'Wer die Website herausgibt, für Suchmaschinen.'],
  'seo.organization.name': ['Name', 'Der Name dessen, der die Website herausgibt.'],
  'seo.organization.logo': ['Logo', 'Das Logo.'],
  'seo.organization.same_as': ['Auch zu finden', 'Wo es sonst noch zu finden ist.'],
  'robots.disallow': ['Für Roboter tabu', 'Was Roboter in Ruhe lassen sollen, etwa /drafts/.'],
  'robots.extra': ['Weitere Zeilen', 'Weitere Zeilen von robots.txt.'],
  'feed.limit': ['Anzahl', 'Wie viele Dokumente ein Feed enthält, die neuesten.'],
  'feed.formats': ['Formate', 'Welche Arten von Feeds es gibt.'],
  'feed.content': ['Inhalt', 'Ob ein Feed ganze Texte enthält oder Zusammenfassungen.'],

  'security.session_ttl': ['Sitzung', 'Wie lange eine Sitzung lebt, ohne benutzt zu werden.'],
  'security.session_absolute_ttl': [
    'Sitzung höchstens',
    'Wie lange eine Sitzung höchstens lebt, wie viel sie auch benutzt wird.',
  ],
  'security.require_mfa': [
    'Zweiter Faktor nötig',
    'Ob alle einen zweiten Faktor brauchen. Wer keinen hat, kann sich anmelden, um einen einzurichten, und sonst nichts.',
  ],

  'plugins.aiwriter.model': ['Modell', 'Das Modell, um das gebeten wird, wie der Dienst es nennt.'],
  'plugins.aiwriter.max_tokens': [
    'Tokens höchstens',
    'Wie viele Tokens eine Antwort höchstens hat.',
  ],
  'plugins.aiwriter.max_tokens_parameter': [
    'Name dieser Grenze',
    'Wie der Dienst diese Grenze nennt. Die neueren Modelle von OpenAI nehmen nur max_completion_tokens; die meisten anderen Server kennen max_tokens.',
  ],
  'plugins.aiwriter.temperature': [
    'Freiheit',
    'Wie frei das Modell seine Worte wählt: 0 ist am vorhersehbarsten. Modelle, die nachdenken, nehmen oft nur 1.',
  ],
  'plugins.aiwriter.timeout': [
    'Zeit',
    'Wie lange eine Antwort im Ganzen brauchen darf, im Strom oder nicht.',
  ],
  'plugins.aiwriter.requests_per_minute': [
    'Anfragen je Minute',
    'Um wie viele Texte jede Person in einer Minute bitten darf; 0 für keine Grenze.',
  ],
  'plugins.aiwriter.tokens_per_day': [
    'Tokens am Tag',
    'Wie viele Tokens jede Person am Tag verbrauchen darf, Fragen und Antworten zusammen; 0 für keine Grenze. Ein Tag beginnt um Mitternacht UTC, und der letzte Text darf um seine eigene Länge darüber gehen.',
  ],
};

/** `place` is the path of its rows. */
export function localizeSetting(field: Field, place = field.name): Field {
  if (language.get() !== 'de') return field;
  const known = Object.hasOwn(german, place) ? german[place] : undefined;
  const fields = field.fields.map((inner) => localizeSetting(inner, `${place}.${inner.name}`));
  return { ...field, ...(known && { label: known[0], help: known[1] }), fields };
}
